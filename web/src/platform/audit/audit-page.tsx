import { Group, NativeSelect } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { type AuditFilter, type AuditSearch, auditFilterOf } from '../../desk/audit/audit-filter.ts'
import { AuditList, useActionWords, useEntityWords } from '../../desk/audit/audit-list.tsx'
import { type AuditChanges, AuditDays, changesOf, Narrowed } from '../../desk/audit/audit-narrowing.tsx'
import { auditSearch } from '../../desk/audit/search.ts'
import { ExportButton } from '../../desk/export/export-button.tsx'
import { usePageSearch } from '../../desk/search/search.ts'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { useWords } from '../../ui/words/words.ts'
import { platformActions, platformEntities } from './actions.ts'
import { platformAuditTexts } from './texts.ts'

const auditQuery = (filter: AuditFilter) =>
  pagesQuery(['platform-audit', filter], (cursor, signal) =>
    answer(
      api.GET('/platform/audit', {
        params: { query: { limit: 50, ...filter, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

/**
 * The actions of staff and of the system, filtered by action, entity, person and days. The export uses the
 * same filter.
 */
export function AuditPage() {
  const t = useWords(platformAuditTexts)
  const { search, change } = usePageSearch(auditSearch)
  const filter = auditFilterOf(search)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <ExportButton
          load={(format) =>
            api.GET('/platform/audit/export', { params: { query: { ...filter, format } }, parseAs: 'blob' })
          }
        />
      </PageHeader>
      <Filters search={search} change={change} />
      <AuditList
        listing={useInfiniteQuery(auditQuery(filter))}
        label={t('title')}
        isNarrowed={Object.keys(filter).length > 0}
        onNarrow={(to) => change(changesOf(to))}
      />
    </>
  )
}

function Filters({ search, change }: { search: AuditSearch; change: (changes: AuditChanges) => void }) {
  const t = useWords(platformAuditTexts)
  const actionWords = useActionWords()
  const entityWords = useEntityWords()
  const select = (
    key: 'accion' | 'tipo',
    label: string,
    any: string,
    options: { value: string; label: string }[],
  ) => {
    const value = search[key] ?? ''
    const known = value === '' || options.some((each) => each.value === value)
    return (
      <NativeSelect
        label={label}
        value={value}
        data={[{ value: '', label: any }, ...(known ? [] : [{ value, label: value }]), ...options]}
        onChange={(event) =>
          change({ [key]: event.currentTarget.value, ...(key === 'tipo' && { registro: undefined }) })
        }
      />
    )
  }
  return (
    <>
      <Group mb="md" align="flex-end">
        {select('accion', t('action'), t('anyAction'), sorted(platformActions, actionWords))}
        {select('tipo', t('entity'), t('anyEntity'), sorted(platformEntities, entityWords))}
        <AuditDays search={search} change={change} />
      </Group>
      <Narrowed search={search} change={change} />
    </>
  )
}

function sorted(values: readonly string[], wordOf: (value: string) => string) {
  return values
    .map((value) => ({ value, label: wordOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
}
