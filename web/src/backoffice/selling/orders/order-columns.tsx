import { Text } from '@mantine/core'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import type { Column } from '../../../ui/lists/record-table.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ordersTexts } from './texts.ts'

interface Row {
  folio: string
  soldAt: string
  cashierName: string
  discountCentavos: number
  taxCentavos: number
  totalCentavos: number
  roundingCentavos: number
}

export function useOrderColumns(): Column<Row>[] {
  const t = useWords(ordersTexts)
  return [
    { accessor: 'soldAt', title: t('when'), render: ({ soldAt }) => formatDateTime(soldAt) },
    { accessor: 'folio', title: t('folio') },
    { accessor: 'cashierName', title: t('cashier') },
    {
      accessor: 'discountCentavos',
      title: t('discount'),
      textAlign: 'right',
      render: ({ discountCentavos }) => (
        <span className="figures">{discountCentavos === 0 ? '—' : formatPesos(-discountCentavos)}</span>
      ),
    },
    {
      accessor: 'taxCentavos',
      title: t('tax'),
      textAlign: 'right',
      render: ({ taxCentavos }) => <span className="figures">{formatPesos(taxCentavos)}</span>,
    },
    {
      accessor: 'totalCentavos',
      title: t('total'),
      textAlign: 'right',
      isFigure: true,
      render: ({ totalCentavos, roundingCentavos }) => (
        <Text fw={600} className="figures">
          {formatPesos(totalCentavos + roundingCentavos)}
        </Text>
      ),
    },
  ]
}
