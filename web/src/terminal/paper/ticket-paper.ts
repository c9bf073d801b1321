import type { Receipt } from '@mostrador/client'
import { formatPaperTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { useLook } from '../../ui/look/look-store.ts'
import type { PaperBlock, PaperDocument } from '../../ui/paper/paper-document.ts'
import { usePaperWords, type Words as WordsOf } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'

type Words = WordsOf<typeof shopTexts>
type Content = Receipt['content']

const rule: PaperBlock = { kind: 'rule' }

/** An order's receipt, as it is printed. A copy says so. */
export function useTicketPaper(receipt: Receipt, { isCopy = false } = {}): PaperDocument {
  const t = usePaperWords(shopTexts)
  const logoUrl = useLook()?.logoUrl ?? null
  const { content } = receipt
  return [
    ...(logoUrl === null ? [] : [{ kind: 'picture', url: logoUrl } as const]),
    ...heading(t, receipt, isCopy),
    rule,
    ...facts(t, receipt),
    rule,
    ...goods(t, content),
    rule,
    ...sums(t, content),
    rule,
    centered(t('receipt.thanks')),
    // Scanned at the till, it finds the sale again.
    { kind: 'qr', data: receipt.folio },
  ]
}

const text = (words: string): PaperBlock => ({ kind: 'text', text: words })
const centered = (words: string): PaperBlock => ({ kind: 'text', text: words, look: 'centered' })
const strong = (words: string): PaperBlock => ({ kind: 'text', text: words, look: 'heading' })
const quiet = (words: string): PaperBlock => ({ kind: 'text', text: words, look: 'quiet' })
const row = (label: string, value: string): PaperBlock => ({ kind: 'row', label, value })
const amount = (label: string, centavos: number): PaperBlock => row(label, formatPesos(centavos))

function heading(t: Words, { kind, content }: Receipt, isCopy: boolean): PaperDocument {
  const { merchant, store } = content
  return [
    strong(merchant?.tradeName ?? merchant?.name ?? ''),
    ...(store === undefined ? [] : [centered(store.name)]),
    ...(store?.address == null ? [] : [centered(store.address)]),
    ...(store?.phone == null ? [] : [centered(`Tel. ${store.phone}`)]),
    ...(merchant?.rfc == null ? [] : [centered(`${t('receipt.rfc')} ${merchant.rfc}`)]),
    strong(t(`receipt.title.${kind}`)),
    ...(isCopy ? [strong(t('receipt.copy'))] : []),
  ]
}

function facts(t: Words, { folio, createdAt, content }: Receipt): PaperDocument {
  const present = (label: string, value: string | null | undefined): PaperDocument =>
    value == null || value === '' ? [] : [row(label, value)]
  return [
    row(t('receipt.folio'), folio),
    row(t('receipt.date'), formatPaperTime(content.soldAt ?? createdAt)),
    ...present(t('receipt.cashier'), content.cashierName),
    ...present(t('receipt.terminal'), content.terminalName),
    ...present(t('receipt.customer'), content.customer?.name),
    ...present(t('receipt.rfc'), content.customer?.rfc),
  ]
}

function goods(t: Words, { lines = [], chips = [] }: Content): PaperDocument {
  return [
    ...lines.flatMap((line): PaperDocument => {
      const { productName, variantName, quantity, unitPriceCentavos, discountCentavos, note } = line
      const discount =
        discountCentavos > 0 ? ` · ${t('receipt.discount')} ${formatPesos(-discountCentavos)}` : ''
      return [
        amount(variantName === null ? productName : `${productName} · ${variantName}`, line.grossCentavos),
        quiet(`${formatQuantity(quantity)} × ${formatPesos(unitPriceCentavos)}${discount}`),
        ...(note === null ? [] : [quiet(`“${note}”`)]),
      ]
    }),
    ...chips.flatMap(({ iccid, msisdn }) => [
      text(`${t('receipt.iccid')} ${iccid}`),
      ...(msisdn === null ? [] : [text(`${t('receipt.number')} ${msisdn}`)]),
    ]),
  ]
}

function sums(t: Words, content: Content): PaperDocument {
  const { discountCentavos = 0, roundingCentavos = 0, changeCentavos = 0, totalCentavos = 0 } = content
  return [
    ...(discountCentavos > 0
      ? [
          amount(t('receipt.subtotal'), content.grossCentavos ?? 0),
          amount(t('receipt.discount'), -discountCentavos),
        ]
      : []),
    ...(content.taxes ?? []).flatMap(({ rateBps, taxCentavos }) =>
      taxCentavos > 0 ? [amount(t('receipt.taxOf', { rate: rateBps / 100 }), taxCentavos)] : [],
    ),
    ...(roundingCentavos === 0 ? [] : [amount(t('receipt.rounding'), roundingCentavos)]),
    {
      kind: 'row',
      label: t('receipt.total'),
      value: formatPesos(totalCentavos + roundingCentavos),
      isTotal: true,
    },
    ...(content.payments ?? []).map(({ method, amountCentavos, tenderedCentavos }) =>
      amount(t(`method.${method}`), tenderedCentavos ?? amountCentavos),
    ),
    ...(changeCentavos > 0 ? [amount(t('receipt.change'), changeCentavos)] : []),
  ]
}
