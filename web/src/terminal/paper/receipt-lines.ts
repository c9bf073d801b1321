import type { Receipt } from '@mostrador/client'
import { formatPaperTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { usePaperWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'

type Row = readonly [label: string, value: string, isTotal?: boolean]

/** The rows of a receipt, for paper, screen and shared text. */
export function useReceiptWords(receipt: Receipt): { facts: Row[]; sums: Row[]; text: string } {
  const t = usePaperWords(shopTexts)
  const { content } = receipt
  const facts: Row[] = [
    [t('receipt.folio'), receipt.folio],
    [t('receipt.date'), formatPaperTime(content.soldAt ?? receipt.createdAt)],
    ...present(t('receipt.cashier'), content.cashierName),
    ...present(t('receipt.terminal'), content.terminalName),
    ...present(t('receipt.customer'), content.customer?.name),
    ...present(t('receipt.rfc'), content.customer?.rfc),
  ]
  const sums: Row[] = [
    ...((content.discountCentavos ?? 0) > 0
      ? [
          [t('receipt.subtotal'), formatPesos(content.grossCentavos ?? 0)] as Row,
          [t('receipt.discount'), formatPesos(-(content.discountCentavos ?? 0))] as Row,
        ]
      : []),
    ...(content.taxes ?? [])
      .filter(({ taxCentavos }) => taxCentavos > 0)
      .map(
        ({ rateBps, taxCentavos }): Row => [
          t('receipt.taxOf', { rate: rateBps / 100 }),
          formatPesos(taxCentavos),
        ],
      ),
    ...((content.roundingCentavos ?? 0) === 0
      ? []
      : [[t('receipt.rounding'), formatPesos(content.roundingCentavos ?? 0)] as Row]),
    [
      t('receipt.total'),
      formatPesos((content.totalCentavos ?? 0) + (content.roundingCentavos ?? 0)),
      true,
    ] as Row,
    ...(content.payments ?? []).map(
      ({ method, amountCentavos, tenderedCentavos }): Row => [
        t(`method.${method}`),
        formatPesos(tenderedCentavos ?? amountCentavos),
      ],
    ),
    ...((content.changeCentavos ?? 0) > 0
      ? [[t('receipt.change'), formatPesos(content.changeCentavos ?? 0)] as Row]
      : []),
  ]
  const goods = (content.lines ?? []).map(
    (line) => `${formatQuantity(line.quantity)} × ${line.productName} ${formatPesos(line.grossCentavos)}`,
  )
  const chips = (content.chips ?? []).map(({ iccid }) => `${t('receipt.iccid')} ${iccid}`)
  const text = [
    content.merchant?.tradeName ?? content.merchant?.name ?? '',
    content.store?.name ?? '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    ...goods,
    ...chips,
    '',
    ...sums.map(([label, value]) => `${label}: ${value}`),
  ].join('\n')
  return { facts, sums, text }
}

function present(label: string, value: string | null | undefined): Row[] {
  return value == null || value === '' ? [] : [[label, value]]
}
