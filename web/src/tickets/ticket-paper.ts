import type { Receipt } from '@mostrador/client'
import { formatPaperTime } from '../ui/format/dates.ts'
import { formatPesos } from '../ui/format/money.ts'
import { formatQuantity } from '../ui/format/quantity.ts'
import { useLook } from '../ui/look/look-store.ts'
import type { PaperBlock, PaperDocument } from '../ui/paper/paper-document.ts'
import { usePaperWords, type Words as WordsOf } from '../ui/words/words.ts'
import { ticketCode } from './folio.ts'
import { ticketTexts } from './texts.ts'

type Words = WordsOf<typeof ticketTexts>
type Content = Receipt['content']
/** The receipt of a sale or a refund. */
type Ticket = Pick<Receipt, 'kind' | 'folio' | 'createdAt' | 'content'>

const rule: PaperBlock = { kind: 'rule' }

/** Makes receipts as they are printed, at the till and at the desk. A copy says so. */
export function useTicketPaper(): (ticket: Ticket, options: { isCopy: boolean }) => PaperDocument {
  const t = usePaperWords(ticketTexts)
  const logoUrl = useLook()?.logoUrl ?? null
  return (ticket, { isCopy }) => ticketPaper(t, ticket, { isCopy, logoUrl })
}

/** A receipt as it is printed. */
export function ticketPaper(
  t: Words,
  ticket: Ticket,
  { isCopy, logoUrl }: { isCopy: boolean; logoUrl: string | null },
): PaperDocument {
  return [
    ...(logoUrl === null ? [] : [{ kind: 'picture', url: logoUrl } as const]),
    ...heading(t, ticket, isCopy),
    rule,
    ...facts(t, ticket),
    rule,
    ...goods(t, ticket.content),
    rule,
    ...sums(t, ticket),
    rule,
    ...(ticket.kind === 'SALE' ? [centered(t('thanks'))] : []),
    // Scanned at the till, it finds the sale again.
    { kind: 'qr', data: ticketCode(ticket.content.store?.code, saleFolioOf(ticket)) },
  ]
}

/** A refund's receipt names the sale that it belongs to. */
const saleFolioOf = ({ folio, content: { saleFolio } }: Ticket): string =>
  typeof saleFolio === 'string' ? saleFolio : folio

const text = (words: string): PaperBlock => ({ kind: 'text', text: words })
const centered = (words: string): PaperBlock => ({ kind: 'text', text: words, look: 'centered' })
const strong = (words: string): PaperBlock => ({ kind: 'text', text: words, look: 'heading' })
const quiet = (words: string): PaperBlock => ({ kind: 'text', text: words, look: 'quiet' })
const row = (label: string, value: string): PaperBlock => ({ kind: 'row', label, value })
const amount = (label: string, centavos: number): PaperBlock => row(label, formatPesos(centavos))

function heading(t: Words, { kind, content }: Ticket, isCopy: boolean): PaperDocument {
  const { merchant, store } = content
  return [
    strong(merchant?.tradeName ?? merchant?.name ?? ''),
    ...(store === undefined ? [] : [centered(store.name)]),
    ...(store?.address == null ? [] : [centered(store.address)]),
    ...(store?.phone == null ? [] : [centered(t('phone', { phone: store.phone }))]),
    ...(merchant?.rfc == null ? [] : [centered(`${t('rfc')} ${merchant.rfc}`)]),
    strong(t(`title.${kind}`)),
    ...(isCopy ? [strong(t('copy'))] : []),
  ]
}

function facts(t: Words, { folio, createdAt, content }: Ticket): PaperDocument {
  const present = (label: string, value: unknown): PaperDocument =>
    typeof value === 'string' && value !== '' ? [row(label, value)] : []
  return [
    // Every store counts its own folios: its code says which one this is.
    row(t('folio'), [folio, ...(content.store === undefined ? [] : [content.store.code])].join(' · ')),
    // Only receipts of refunds have it, and a reason.
    ...present(t('ofSale'), content['saleFolio']),
    row(t('date'), formatPaperTime(content.soldAt ?? createdAt, content.timeZone)),
    ...present(t('cashier'), content.cashierName),
    ...present(t('terminal'), content.terminalName),
    ...present(t('customer'), content.customer?.name),
    ...present(t('rfc'), content.customer?.rfc),
    ...present(t('reason'), content['reason']),
  ]
}

function goods(t: Words, { lines = [], chips = [] }: Content): PaperDocument {
  return [
    ...lines.flatMap((line): PaperDocument => {
      const { productName, variantName, quantity, unitPriceCentavos, discountCentavos, note } = line
      const discount = discountCentavos > 0 ? ` · ${t('discount')} ${formatPesos(-discountCentavos)}` : ''
      return [
        amount(variantName === null ? productName : `${productName} · ${variantName}`, line.grossCentavos),
        // A refund of money alone gives no pieces back.
        ...(quantity === 0
          ? []
          : [quiet(`${formatQuantity(quantity)} × ${formatPesos(unitPriceCentavos)}${discount}`)]),
        ...(note === null ? [] : [quiet(`“${note}”`)]),
      ]
    }),
    ...chips.flatMap(({ iccid, msisdn }) => [
      text(`${t('iccid')} ${iccid}`),
      ...(msisdn === null ? [] : [text(`${t('number')} ${msisdn}`)]),
    ]),
  ]
}

function sums(t: Words, { kind, content }: Ticket): PaperDocument {
  const { discountCentavos = 0, roundingCentavos = 0, changeCentavos = 0, totalCentavos = 0 } = content
  return [
    ...(discountCentavos > 0
      ? [amount(t('subtotal'), content.grossCentavos ?? 0), amount(t('discount'), -discountCentavos)]
      : []),
    ...(content.taxes ?? []).flatMap(({ rateBps, taxCentavos }) =>
      taxCentavos > 0 ? [amount(t('tax', { rate: rateBps / 100 }), taxCentavos)] : [],
    ),
    ...(roundingCentavos === 0 ? [] : [amount(t('rounding'), roundingCentavos)]),
    {
      kind: 'row',
      label: t(`total.${kind}`),
      value: formatPesos(totalCentavos + roundingCentavos),
      isTotal: true,
    },
    ...(content.payments ?? []).map(({ method, amountCentavos, tenderedCentavos }) =>
      amount(t(`method.${method}`), tenderedCentavos ?? amountCentavos),
    ),
    ...(changeCentavos > 0 ? [amount(t('change'), changeCentavos)] : []),
  ]
}
