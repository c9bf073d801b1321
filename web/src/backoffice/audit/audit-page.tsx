import { Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { type AuditFilter, auditFilterOf } from '../../desk/audit/audit-filter.ts'
import { AuditList } from '../../desk/audit/audit-list.tsx'
import { AuditDays, changesOf, Narrowed } from '../../desk/audit/audit-narrowing.tsx'
import { storeAuditSearch } from '../../desk/audit/search.ts'
import { ExportButton } from '../../desk/export/export-button.tsx'
import { usePageSearch } from '../../desk/search/search.ts'
import { StorePage } from '../../desk/store/store-page.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { useWords } from '../../ui/words/words.ts'
import { auditPageTexts } from './texts.ts'

const auditQuery = (storeId: string, filter: AuditFilter) =>
  pagesQuery(['audit', storeId, filter], (cursor, signal) =>
    answer(
      api.GET('/pos/audit_log', {
        params: { query: { storeId, limit: 50, ...filter, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

export function AuditPage() {
  return <StorePage>{(store) => <Audit storeId={store.storeId} />}</StorePage>
}

/** The actions in a store, filtered by days, person and record. The export uses the same filter. */
export function Audit({ storeId }: { storeId: string }) {
  const t = useWords(auditPageTexts)
  const { search, change } = usePageSearch(storeAuditSearch)
  const filter = auditFilterOf(search)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <ExportButton
          load={(format) =>
            api.GET('/pos/audit_log/export', {
              params: { query: { storeId, ...filter, format } },
              parseAs: 'blob',
            })
          }
        />
      </PageHeader>
      <Group mb="md" align="flex-end">
        <AuditDays search={search} change={change} />
      </Group>
      <Narrowed search={search} change={change} />
      <AuditList
        listing={useInfiniteQuery(auditQuery(storeId, filter))}
        label={t('title')}
        isNarrowed={Object.keys(filter).length > 0}
        isOfOneMerchant
        onNarrow={(to) => change(changesOf(to))}
      />
    </>
  )
}
