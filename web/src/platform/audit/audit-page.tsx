import { Group, NativeSelect, Pill } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { AuditList, type Narrowing, useActionWords, useEntityWords } from '../../desk/audit/audit-list.tsx'
import { ExportButton } from '../../desk/export/export-button.tsx'
import { usePageSearch } from '../../desk/search/search.ts'
import { DayField } from '../../ui/fields/day-field.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { useWords } from '../../ui/words/words.ts'
import { platformActions, platformEntities } from './actions.ts'
import { type AuditFilter, auditFilterOf } from './audit-filter.ts'
import { auditSearch } from './search.ts'
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
  const narrow = (to: Narrowing) =>
    change({
      ...('userId' in to && { quien: to.userId }),
      ...('merchantId' in to && { comercio: to.merchantId }),
      ...('entityId' in to && { tipo: to.entity, registro: to.entityId }),
    })
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
        onNarrow={narrow}
      />
    </>
  )
}

type Asked = ReturnType<typeof auditSearch>
type Changes = { [K in keyof Asked]?: string | undefined }

function Filters({ search, change }: { search: Asked; change: (changes: Changes) => void }) {
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
  const day = (key: 'desde' | 'hasta', label: string) => (
    <DayField label={label} value={search[key] ?? ''} onDay={(day) => change({ [key]: day })} />
  )
  return (
    <>
      <Group mb="md" align="flex-end">
        {select('accion', t('action'), t('anyAction'), sorted(platformActions, actionWords))}
        {select('tipo', t('entity'), t('anyEntity'), sorted(platformEntities, entityWords))}
        {day('desde', t('from'))}
        {day('hasta', t('until'))}
      </Group>
      <Narrowed search={search} change={change} />
    </>
  )
}

/** The filters taken from an entry, each with a button to remove it. */
function Narrowed({ search, change }: { search: Asked; change: (changes: Changes) => void }) {
  const t = useWords(platformAuditTexts)
  const all = [
    ['quien', t('onePerson')],
    ['comercio', t('oneMerchant')],
    ['registro', t('oneRecord')],
  ] as const
  const given = all.filter(([key]) => search[key] !== undefined)
  if (given.length === 0) return null
  return (
    <Group mb="md" gap="sm">
      {given.map(([key, label]) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('remove', { what: label }) }}
          onRemove={() => change({ [key]: undefined })}
        >
          {label}
        </Pill>
      ))}
    </Group>
  )
}

function sorted(values: readonly string[], wordOf: (value: string) => string) {
  return values
    .map((value) => ({ value, label: wordOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'es'))
}
