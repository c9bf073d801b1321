import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { pagesQuery } from '../../api/lists.ts'
import { AuditList } from '../../desk/audit/audit-list.tsx'
import { ExportButton } from '../../desk/export/export-button.tsx'
import { StorePage } from '../../desk/store/store-page.tsx'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { useWords } from '../../ui/words/words.ts'
import { auditPageTexts } from './texts.ts'

const auditQuery = (storeId: string) =>
  pagesQuery(['audit', storeId], (cursor, signal) =>
    answer(
      api.GET('/pos/audit_log', {
        params: { query: { storeId, limit: 50, ...(cursor !== undefined && { cursor }) } },
        signal,
      }),
    ),
  )

export function AuditPage() {
  return <StorePage>{(store) => <Audit storeId={store.storeId} />}</StorePage>
}

function Audit({ storeId }: { storeId: string }) {
  const t = useWords(auditPageTexts)
  return (
    <>
      <PageHeader title={t('title')} hint={t('hint')}>
        <ExportButton
          load={(format) =>
            api.GET('/pos/audit_log/export', { params: { query: { storeId, format } }, parseAs: 'blob' })
          }
        />
      </PageHeader>
      <AuditList listing={useInfiniteQuery(auditQuery(storeId))} label={t('title')} />
    </>
  )
}
