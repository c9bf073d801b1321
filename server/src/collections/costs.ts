import type { Tx } from '../database/tx.ts'
import type { Collection, Item } from './collection.ts'
import { reportedStores } from './reported.ts'
import type { Scope } from './scope.ts'

type Places = Scope['places']

interface Versioned {
  readonly item: Item
  readonly version: string
}
type Values = Readonly<Record<string, unknown>>

/** What a caller sees of the costs in records. */
interface CostView {
  /** The record as the caller sees it, with a version of that. */
  readonly shown: <F extends Versioned>(found: F) => F
  /** The values that the caller writes in a store: nobody erases a cost that they were not shown. */
  readonly kept: (storeId: string, values: Values) => Values
}

const everything: CostView = { shown: (found) => found, kept: (_storeId, values) => values }

/** Ends the version of a record without its costs, so that nobody is shown what another person's browser has cached. */
const withoutCosts = '.without-costs'

/** The version of the row itself, which a change is limited to. */
export const rowVersion = (version: string): string => version.replace(withoutCosts, '')

/**
 * Which costs the caller sees in these stores. Asked before a list is narrowed to its domain, and once for all of its rows:
 * sent in one packet with them, it costs no round trip.
 */
export async function costView(tx: Tx<'rows'>, of: Collection, places: Places): Promise<CostView> {
  const costs = Object.keys(of.fields).filter((name) => of.fields[name]?.isCost === true)
  if (costs.length === 0) return everything
  const seen = await reportedStores(tx, { places })
  const hidden = Object.fromEntries(costs.map((name) => [name, null]))
  return {
    shown: (found) =>
      seen.has(found.item['storeId'] as string)
        ? found
        : { ...found, item: { ...found.item, ...hidden }, version: found.version + withoutCosts },
    kept: (storeId, values) =>
      seen.has(storeId)
        ? values
        : Object.fromEntries(
            Object.entries(values).filter(([name, value]) => value !== null || !costs.includes(name)),
          ),
  }
}

/** One record as the caller sees it. */
export async function asShown<F extends Versioned & Places[number]>(
  tx: Tx<'rows'>,
  of: Collection,
  found: F,
): Promise<F> {
  return (await costView(tx, of, [found])).shown(found)
}
