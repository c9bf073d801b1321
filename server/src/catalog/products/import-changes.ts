import type { StoreActor } from '../../authorization/principal.ts'
import { dangling } from '../../collections/violations.ts'
import type { Tx } from '../../database/tx.ts'
import { audit, type Change, keepPrices } from './bulk-queries.ts'
import * as queries from './import-change-queries.ts'
import { inParts } from './import-parts.ts'
import type { Plan } from './import-plan.ts'

const productFields = [
  'name',
  'priceCentavos',
  'costCentavos',
  'categoryId',
  'taxRateId',
  'unit',
  'description',
] as const
const variantFields = ['name', 'sku', 'priceCentavos', 'costCentavos'] as const

type Values<F extends string> = { readonly id: string } & Readonly<Record<F, string | number | null>>

/**
 * Changes the products and variants of a plan that the file says something new about, and records each as if it were alone.
 *
 * @throws Problem `invalid_request` (one was deleted since the plan was made)
 */
export async function changeKnown(
  tx: Tx<'store:supervisor'>,
  actor: StoreActor,
  { changed, changedVariants, renamedFirst }: Pick<Plan, 'changed' | 'changedVariants' | 'renamedFirst'>,
): Promise<void> {
  const heldProducts = await inParts(inOrder(changed), (rows) =>
    queries.heldProducts(tx, actor, rows.map(idOf)),
  )
  const heldVariants = await inParts(inOrder(changedVariants), (rows) =>
    queries.heldVariants(tx, actor, rows.map(idOf)),
  )
  const products = differing('product', productFields, changed, heldProducts.flat())
  const variants = differing('variant', variantFields, changedVariants, heldVariants.flat())
  await inParts(priced([...products.rows, ...variants.rows]), (rows) => keepPrices(tx, actor, rows))
  await inParts(products.rows, (rows) => queries.changeProducts(tx, actor, rows))
  const written = new Set(variants.rows.map(idOf))
  // One that somebody has meanwhile given its new name is not written: its placeholder would stay.
  const leaving = renamedFirst.filter((id) => written.has(id))
  if (leaving.length > 0) await queries.leaveNames(tx, actor, leaving)
  await inParts(variants.rows, (rows) => queries.changeVariants(tx, actor, rows))
  await inParts([...products.changes, ...variants.changes], (changes) => audit(tx, actor, changes))
}

const idOf = ({ id }: { readonly id: string }) => id

/** Those that say a price; an empty cell leaves it. */
const priced = (rows: readonly { readonly id: string; readonly priceCentavos: number | null }[]) =>
  rows.flatMap(({ id, priceCentavos }) => (priceCentavos === null ? [] : [{ id, priceCentavos }]))

/** In the order in which every bulk change locks them. */
const inOrder = <R extends { readonly id: string }>(rows: readonly R[]): R[] =>
  [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))

/** The rows that change anything, and what each changes; an empty cell leaves the value. @throws Problem `invalid_request` */
function differing<F extends string, R extends Values<F>>(
  noun: Change['noun'],
  fields: readonly F[],
  rows: readonly R[],
  held: readonly Values<F>[],
): { rows: readonly R[]; changes: readonly Change[] } {
  const present = new Map(held.map((values) => [values.id, values]))
  const found = rows.flatMap((row) => {
    const before = present.get(row.id)
    if (before === undefined) throw dangling(noun)
    const names = fields.filter((field) => row[field] !== null && row[field] !== before[field])
    if (names.length === 0) return []
    const change = { noun, id: row.id, before: only(names, before), after: only(names, row) }
    return [{ row, change }]
  })
  return { rows: found.map(({ row }) => row), changes: found.map(({ change }) => change) }
}

const only = <F extends string>(names: readonly F[], values: Readonly<Record<F, unknown>>) =>
  Object.fromEntries(names.map((name) => [name, values[name]]))
