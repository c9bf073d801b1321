import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { EmptyBook } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { chipProductsQuery, importsQuery } from './queries.ts'
import { chipTexts } from './texts.ts'

/** Imported chip files, newest first. */
export function ChipImports({ storeId }: { storeId: string }) {
  const t = useWords(chipTexts)
  const words = useProblemWords()
  const products = useQuery(chipProductsQuery(storeId))
  return (
    <DataList
      label={t('tab.imports')}
      listing={useInfiniteQuery(importsQuery(storeId))}
      idOf={({ id }) => id}
      describeError={words}
      empty={<EmptyState picture={<EmptyBook />} title={t('noImports')} hint={t('noImportsHint')} />}
      columns={[
        {
          accessor: 'importedAt',
          title: t('when'),
          render: ({ importedAt }) => formatDateTime(importedAt),
        },
        { accessor: 'fileName', title: t('file') },
        { accessor: 'sheetName', title: t('sheet') },
        {
          accessor: 'productId',
          title: t('product'),
          render: ({ productId }) => products.data?.find(({ id }) => id === productId)?.name ?? '—',
        },
        {
          accessor: 'rowCount',
          title: t('chips'),
          textAlign: 'right',
          render: ({ rowCount }) => <span className="figures">{formatQuantity(rowCount)}</span>,
        },
      ]}
    />
  )
}
