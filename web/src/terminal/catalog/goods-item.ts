import type { Barcode, CartLine, Product, TaxRate, Variant } from '@mostrador/client'
import { plain } from '../../ui/format/plain.ts'

/** Something that can be added to a cart: a product, or a named variant of one. */
export interface GoodsItem {
  readonly variantId: string
  readonly productId: string
  readonly name: string
  readonly variantName: string | null
  readonly sku: string | null
  readonly barcodes: readonly string[]
  readonly unit: Product['unit']
  readonly kind: Product['kind']
  readonly priceCentavos: number
  readonly isTaxIncluded: boolean
  /** Its price is entered at the till, for each sale. */
  readonly isPriceOpen: boolean
  readonly tracksStock: boolean
  /** `null` when this device does not know it and so cannot price these goods offline. */
  readonly tax: { readonly rateBps: number; readonly isExempt: boolean } | null
  readonly categoryId: string | null
  readonly picture: string | null
  /** The searched text: name, variant, SKU and codes, normalized by `plain`. */
  readonly haystack: string
}

/**
 * Whether something sold by weight or measure can be sold for an amount of money: it has to buy a quantity, and the server
 * accepts it only of goods, and where it is what the customer pays.
 */
export const isSoldByAmount = ({ kind, isTaxIncluded, tax, priceCentavos }: GoodsItem) =>
  kind === 'GOODS' && priceCentavos > 0 && (isTaxIncluded || tax?.rateBps === 0)

/** The goods of a cart's line among those for sale now. */
export const goodsOf = (
  { variantId }: Pick<CartLine, 'variantId'>,
  items: readonly GoodsItem[],
): GoodsItem | undefined => items.find((item) => item.variantId === variantId)

interface Records {
  readonly products: Iterable<Product>
  readonly variants: Iterable<Variant>
  readonly barcodes: Iterable<Barcode>
  readonly taxRates?: Iterable<TaxRate>
}

/** The goods for sale, by name. A variant without its own price or SKU uses its product's. */
export function goodsItems({ products, variants, barcodes, taxRates = [] }: Records): GoodsItem[] {
  const rates = new Map([...taxRates].map((rate) => [rate.id, rate]))
  const usualRate = [...rates.values()].find(({ isDefault }) => isDefault)
  const productOf = new Map([...products].map((product) => [product.id, product]))
  const codesOf = new Map<string, string[]>()
  for (const { variantId, code } of barcodes) {
    const codes = codesOf.get(variantId)
    if (codes === undefined) codesOf.set(variantId, [code])
    else codes.push(code)
  }
  const items: GoodsItem[] = []
  for (const variant of variants) {
    const product = productOf.get(variant.productId)
    if (product === undefined || !product.isActive || !variant.isActive) continue
    const rate = product.taxRateId === null ? usualRate : rates.get(product.taxRateId)
    items.push(itemOf(product, variant, codesOf.get(variant.id) ?? [], rate))
  }
  return items.sort((a, b) => (a.haystack < b.haystack ? -1 : 1))
}

/**
 * An item for sale.
 *
 * @param rate its tax; `undefined` when this device does not know it
 */
export function itemOf(
  product: Product,
  variant: Pick<Variant, 'id' | 'name' | 'sku' | 'priceCentavos'>,
  barcodes: readonly string[],
  rate: TaxRate | undefined,
): GoodsItem {
  const sku = variant.sku ?? product.sku
  return {
    variantId: variant.id,
    productId: product.id,
    name: product.name,
    variantName: variant.name,
    sku,
    barcodes,
    unit: product.unit,
    kind: product.kind,
    priceCentavos: variant.priceCentavos ?? product.priceCentavos,
    isTaxIncluded: product.isTaxIncluded,
    // A copy that this device kept may be older than the field.
    isPriceOpen: product.isPriceOpen === true,
    tracksStock: product.tracksStock,
    tax: rate === undefined ? null : { rateBps: rate.rateBps, isExempt: rate.isExempt },
    categoryId: product.categoryId,
    picture: product.picture,
    haystack: plain([product.name, variant.name, sku, ...barcodes].filter((each) => each !== null).join(' ')),
  }
}

/** Items that contain every typed word: those that begin with the text, then those with a word that does. */
export function findGoods(items: readonly GoodsItem[], typed: string): readonly GoodsItem[] {
  const wanted = plain(typed)
  if (wanted === '') return items
  const words = wanted.split(' ')
  const found = items.filter(({ haystack }) => words.every((word) => haystack.includes(word)))
  const ranked: [GoodsItem[], GoodsItem[], GoodsItem[]] = [[], [], []]
  for (const item of found) ranked[rankOf(item, wanted)].push(item)
  return ranked.flat()
}

function rankOf({ haystack }: GoodsItem, wanted: string): 0 | 1 | 2 {
  if (haystack.startsWith(wanted)) return 0
  return haystack.includes(` ${wanted}`) ? 1 : 2
}

/**
 * The item that Enter adds: the one with this code, the only one found, or the only one that fits best; of
 * `cola`, the drink and not the chocolate. `undefined` when the cashier has to choose.
 */
export function itemMeant(items: readonly GoodsItem[], typed: string): GoodsItem | undefined {
  const coded = itemByCode(items, typed.trim())
  if (coded !== undefined) return coded
  const wanted = plain(typed)
  const [first, second] = findGoods(items, typed)
  if (first === undefined || second === undefined) return first
  return rankOf(first, wanted) < rankOf(second, wanted) ? first : undefined
}

/**
 * The item for a scanned code: the one with exactly this barcode or, in shops that print their own labels,
 * this SKU.
 */
export function itemByCode(items: readonly GoodsItem[], code: string): GoodsItem | undefined {
  return (
    items.find(({ barcodes }) => barcodes.includes(code)) ??
    items.find(({ sku }) => sku !== null && sku.toLowerCase() === code.toLowerCase())
  )
}
