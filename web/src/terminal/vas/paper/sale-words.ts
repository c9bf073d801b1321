import type { VasKind, VasProduct, VasSale } from '@mostrador/client'
import { groupByFour } from '../../../ui/format/groups.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { groupPhone } from '../../../ui/format/phone.ts'
import { useWords } from '../../../ui/words/words.ts'
import { totalCentavos, type VasTerms } from '../../selling/orders/order.ts'
import { terminalTexts } from '../../words/texts.ts'

/** The reference in groups: a phone as it is read aloud, a bill's as it is compared; empty for a PIN. */
export function groupReference(kind: VasKind, reference: string | null): string {
  if (reference === null) return ''
  return kind === 'airtime' ? groupPhone(reference) : groupByFour(reference)
}

const joined = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ')

/** A sale in one line: Telcel · 55 1234 5678. */
export function saleName(sale: VasSale): string {
  const { provider } = sale.product
  return joined([provider.name, groupReference(sale.kind, sale.reference)])
}

/** The same for an order that has no sale yet. */
export function orderName({ product, reference }: VasTerms): string {
  return joined([product.provider.name, groupReference(product.kind, reference)])
}

export function orderLine(order: VasTerms): string {
  return joined([orderName(order), formatPesos(totalCentavos(order))])
}

/**
 * A product's name without its provider's, which the catalog repeats. Empty for plain top-ups and gift cards,
 * whose name is only the amount.
 */
export function useProductName({ name, provider, subkind }: VasProduct): string {
  const t = useWords(terminalTexts)
  if (subkind === 'topup') return t('topup')
  if (name === provider.name) return ''
  const own = name.startsWith(`${provider.name} `) ? name.slice(provider.name.length + 1) : name
  return subkind === 'giftcard' && /^[\d.,]+ MXN$/.test(own) ? t('giftcard') : own
}
