import { Group, Text } from '@mantine/core'
import type { StockMovement } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataTableColumn } from 'mantine-datatable'
import { api } from '../../../api/client.ts'
import { ExportButton } from '../../../desk/export/export-button.tsx'
import { lastDays } from '../../../desk/export/last-days.ts'
import { exportTexts } from '../../../desk/export/texts.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { formatChange, formatQuantity } from '../../../ui/format/quantity.ts'
import { EmptyBook } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from './goods.ts'
import { movementsQuery } from './queries.ts'
import { inventoryTexts } from './texts.ts'

interface Props {
  storeId: string
  goods: ReadonlyMap<string, Goods>
  /** Absent: movements of all goods, with their names. */
  variantId?: string
}

/** Stock movements, with their reasons and who made them. */
export function Movements({ storeId, goods, variantId }: Props) {
  const t = useWords(inventoryTexts)
  const words = useProblemWords()
  const columns = useColumns(goods)
  return (
    <>
      {variantId === undefined && (
        <Group justify="flex-end" mb="md">
          <MovementsExport storeId={storeId} />
        </Group>
      )}
      <DataList
        label={t('movements')}
        listing={useInfiniteQuery(movementsQuery(storeId, variantId))}
        idOf={(movement) => movement.id}
        describeError={words}
        columns={
          variantId === undefined
            ? columns
            : columns.filter(({ accessor }) => accessor !== 'variantId' && accessor !== 'unitCostCentavos')
        }
        empty={<EmptyState picture={<EmptyBook />} title={t('noMovements')} hint={t('noMovementsHint')} />}
      />
    </>
  )
}

function MovementsExport({ storeId }: { storeId: string }) {
  const t = useWords(exportTexts)
  return (
    <ExportButton
      note={t('lastDays')}
      load={(format) => {
        const query = { storeId, ...lastDays(), format }
        return api.GET('/pos/stock_movements/export', { params: { query }, parseAs: 'blob' })
      }}
    />
  )
}

export function useColumns(goods: ReadonlyMap<string, Goods>): DataTableColumn<StockMovement>[] {
  const t = useWords(inventoryTexts)
  return [
    {
      accessor: 'createdAt',
      title: t('when'),
      render: ({ createdAt }) => formatDateTime(createdAt),
    },
    {
      accessor: 'variantId',
      title: t('product'),
      render: ({ variantId }) => <Text fw={600}>{goods.get(variantId)?.name ?? t('unknown')}</Text>,
    },
    { accessor: 'kind', title: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
    {
      accessor: 'quantity',
      title: t('quantity'),
      textAlign: 'right',
      render: ({ quantity }) => (
        <Text className="figures" fw={600} c={quantity > 0 ? 'var(--tone-good)' : 'var(--ink)'}>
          {formatChange(quantity)}
        </Text>
      ),
    },
    {
      accessor: 'onHandAfter',
      title: t('after'),
      textAlign: 'right',
      render: ({ onHandAfter }) => <span className="figures">{formatQuantity(onHandAfter)}</span>,
    },
    {
      accessor: 'unitCostCentavos',
      title: t('cost'),
      textAlign: 'right',
      render: ({ unitCostCentavos }) => (
        <span className="figures">{unitCostCentavos === null ? '—' : formatPesos(unitCostCentavos)}</span>
      ),
    },
    { accessor: 'reason', title: t('reason'), render: ({ reason }) => reason ?? '—' },
    { accessor: 'personName', title: t('person'), render: ({ personName }) => personName ?? '—' },
  ]
}
