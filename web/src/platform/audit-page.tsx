import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { pagesQuery } from '../api/lists.ts'
import { AuditList } from '../session/audit-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { usePlatformWords } from './words.ts'

const auditQuery = pagesQuery(['platform-audit'], (cursor, signal) =>
  answer(
    api.GET('/platform/audit', {
      params: { query: { limit: 50, ...(cursor !== undefined && { cursor }) } },
      signal,
    }),
  ),
)

export function AuditPage() {
  const t = usePlatformWords()
  return (
    <>
      <PageHeader title={t('audit.title')} hint={t('audit.hint')} />
      <AuditList listing={useInfiniteQuery(auditQuery)} label={t('audit.title')} />
    </>
  )
}
