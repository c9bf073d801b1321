import { createHash } from 'node:crypto'
import type { Grant } from '../../authorization/grant.ts'
import type { StoreActor } from '../../authorization/principal.ts'
import { refusingBadValues } from '../../collections/violations.ts'
import type { Database } from '../../database/database.ts'
import type { Tx } from '../../database/tx.ts'
import { type Once, once } from '../../idempotency/once.ts'
import { type FieldFault, Problem } from '../../problem/problem.ts'
import * as queries from './bulk-queries.ts'
import { changedPrice } from './price-change.ts'
import { type BulkChange, type BulkChanged, mostCentavos } from './schema.ts'

type Write = Tx<'store:supervisor'>
type After = queries.ProductState & { readonly before: queries.ProductState }
type VariantAfter = queries.PricedVariant & { readonly beforeCentavos: number }

interface Plan {
  readonly products: readonly After[]
  readonly variants: readonly VariantAfter[]
}

export function bulkChanging(database: Database) {
  /**
   * Changes many products in the same way: all of them, or none. A dry run returns the result and writes
   * nothing.
   *
   * @param key the request's `Idempotency-Key`: ten percent more, twice, is not ten percent
   * @throws Problem `invalid_request` (a product of another store, a price below zero, no such category) ·
   * `version_mismatch` (other prices than its `basis`) · `idempotency_key_reused`
   */
  return async (
    grant: Grant<'store:supervisor'>,
    order: BulkChange,
    key: string | undefined,
  ): Promise<Once<BulkChanged>> => {
    if (order.dryRun === true) {
      const plan = await database.read(grant, (tx) => planned(tx, tx.storeActor(), order, false))
      return { answer: answer(order, plan), isReplay: false }
    }
    return database.write(grant, (tx) => {
      const actor = tx.storeActor()
      const request = { ...order, storeId: actor.storeId }
      return once(tx, { route: 'POST /pos/products/bulk-change', key, actor, request }, async () => {
        const plan = await planned(tx, actor, order, true)
        if (order.basis !== undefined && order.basis !== basisOf(plan))
          throw new Problem('version_mismatch', {
            detail: 'Prices have changed since the dry run. Run it again, and send its basis.',
          })
        await refusingBadValues(references, () => carryOut(tx, actor, plan))
        return answer(order, plan)
      })
    })
  }
}

const references = {
  constraints: { products_merchant_id_store_id_category_id_fkey: 'categoryId' },
}

async function planned(tx: Write, actor: StoreActor, order: BulkChange, isHeld: boolean): Promise<Plan> {
  const { productIds, price, roundToCentavos = 1, categoryId, isActive } = order
  const found = await queries.productStates(tx, actor, productIds, isHeld)
  const known = new Set(found.map(({ id }) => id))
  const missingIds = productIds.filter((id) => !known.has(id))
  refuse(
    missingIds.map((id) => fault(productIds.indexOf(id), 'does not exist in this store')),
    { missingIds },
  )
  const priceOf = (priceCentavos: number) =>
    price === undefined ? priceCentavos : changedPrice(priceCentavos, price, roundToCentavos)
  const products = found.map((before) => ({
    ...before,
    before,
    priceCentavos: priceOf(before.priceCentavos),
    categoryId: categoryId === undefined ? before.categoryId : categoryId,
    isActive: isActive ?? before.isActive,
  }))
  const priced = price === undefined ? [] : await queries.pricedVariants(tx, actor, productIds, isHeld)
  const variants = priced.map((each) => ({
    ...each,
    beforeCentavos: each.priceCentavos,
    priceCentavos: priceOf(each.priceCentavos),
  }))
  const prices = [
    ...products.map(({ id, priceCentavos }) => ({ id, priceCentavos })),
    ...variants.map(({ productId, priceCentavos }) => ({ id: productId, priceCentavos })),
  ]
  const wrong = new Map(prices.filter(isNoPrice).map((each) => [each.id, each.priceCentavos]))
  refuse(
    productIds.flatMap((id, no) => {
      const priceCentavos = wrong.get(id)
      if (priceCentavos === undefined) return []
      return [
        fault(
          no,
          priceCentavos < 0 ? 'would have a price below zero' : 'would have a price above the maximum',
        ),
      ]
    }),
  )
  return { products, variants }
}

const isNoPrice = ({ priceCentavos }: { priceCentavos: number }) =>
  priceCentavos < 0 || priceCentavos > mostCentavos

const fault = (no: number, message: string): FieldFault => ({ path: `/productIds/${no}`, message })

function refuse(errors: FieldFault[], extras: Readonly<Record<string, unknown>> = {}): void {
  if (errors.length > 0) throw new Problem('invalid_request', { errors, extras })
}

/** The prices that the change starts from, of products and of variants with their own, as one text. */
function basisOf({ products, variants }: Plan): string {
  const prices = [
    ...products.map(({ id, before }) => [id, before.priceCentavos]),
    ...variants.map(({ id, beforeCentavos }) => [id, beforeCentavos]),
  ]
  return createHash('sha256').update(JSON.stringify(prices)).digest('base64url')
}

async function carryOut(tx: Write, actor: StoreActor, plan: Plan): Promise<void> {
  const products = plan.products.filter(isChanged)
  const variants = plan.variants.filter(isRepriced)
  await queries.keepPrices(tx, actor, [...products, ...variants])
  if (products.length > 0) await queries.changeProducts(tx, actor, products)
  if (variants.length > 0) await queries.changeVariantPrices(tx, actor, variants)
  const changes = [
    ...products.map((after) => ({ noun: 'product' as const, id: after.id, ...differences(after) })),
    ...variants.map(({ id, beforeCentavos, priceCentavos }) => ({
      noun: 'variant' as const,
      id,
      before: { priceCentavos: beforeCentavos },
      after: { priceCentavos },
    })),
  ]
  if (changes.length > 0) await queries.audit(tx, actor, changes)
}

const fields = ['priceCentavos', 'categoryId', 'isActive'] as const

const isChanged = (after: After) => fields.some((field) => after[field] !== after.before[field])
const isRepriced = ({ beforeCentavos, priceCentavos }: VariantAfter) => beforeCentavos !== priceCentavos

function differences(after: After): { before: object; after: object } {
  const changed = fields.filter((field) => after[field] !== after.before[field])
  const of = (state: queries.ProductState) =>
    Object.fromEntries(changed.map((field) => [field, state[field]]))
  return { before: of(after.before), after: of(after) }
}

/** In the order of the request; each product with its variants that have their own price. */
function answer({ productIds, dryRun = false }: BulkChange, plan: Plan): BulkChanged {
  const { products, variants } = plan
  const byId = new Map(products.map((each) => [each.id, each]))
  const isAnyRepriced = (id: string) => variants.some((each) => each.productId === id && isRepriced(each))
  const items = productIds.flatMap((id) => {
    const product = byId.get(id)
    if (product === undefined) return []
    return [
      {
        productId: id,
        name: product.name,
        priceBeforeCentavos: product.before.priceCentavos,
        priceCentavos: product.priceCentavos,
        isChanged: isChanged(product) || isAnyRepriced(id),
        variants: variants
          .filter(({ productId }) => productId === id)
          .map(({ id: variantId, name, beforeCentavos, priceCentavos }) => ({
            variantId,
            name,
            priceBeforeCentavos: beforeCentavos,
            priceCentavos,
          })),
      },
    ]
  })
  return {
    isDryRun: dryRun,
    basis: basisOf(plan),
    changedCount: items.filter((item) => item.isChanged).length,
    items,
  }
}
