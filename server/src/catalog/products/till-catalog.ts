import type { Grant } from '../../authorization/grant.ts'
import { beginChanges, safeHorizon } from '../../collections/list-query.ts'
import { versionOfText } from '../../collections/version.ts'
import type { Database } from '../../database/database.ts'
import { Problem } from '../../problem/problem.ts'
import {
  catalogVersion,
  changedProducts,
  countDeletions,
  type Place,
  type ProductPage,
  productPage,
  restOfCatalog,
} from './till-queries.ts'

/** With more deletions than this, reading the whole catalog is faster. */
const mostDeletions = 5_000
const productsPerPage = 5_000

type Cashier = Grant<'store:cashier'>

/** A till's copy of its store's catalog, as the text of a JSON object. */
export function tillCatalogs(database: Database) {
  /**
   * The whole catalog, in parts that are read while they are sent: each in a transaction of its own, so that none
   * depends on how large the store is or how slow its line. What changes meanwhile is in the next `changes`.
   *
   * @throws Problem `forbidden` · `store_required` · `merchant_suspended`
   */
  const whole = async (grant: Cashier) => {
    const start = await database.read(grant, async (tx) => {
      const place = tx.storeActor()
      // First, so that what commits after this moment is returned by the next request, or by both.
      const syncedTo = await safeHorizon(tx)
      return { place, syncedTo, version: await catalogVersion(tx, place) }
    })
    return { version: start.version, parts: () => partsOf(grant, start) }
  }

  async function* partsOf(grant: Cashier, { place, syncedTo }: { place: Place; syncedTo: string }) {
    yield `{"storeId":"${place.storeId}","syncedTo":"${syncedTo}","products":[`
    let after: ProductPage['last'] = null
    do {
      const page: ProductPage = await database.read(grant, (tx) =>
        productPage(tx, place, after, productsPerPage),
      )
      yield after === null || page.count === 0 ? page.text : `,${page.text}`
      after = page.count < productsPerPage ? null : page.last
    } while (after !== null)
    const rest = await database.read(grant, (tx) => restOfCatalog(tx, place, undefined))
    yield `],${rest.slice(1)}`
  }

  /**
   * What has changed since then; a product is returned whole when any part of it changed.
   *
   * @throws Problem `resync_required` (too many deletions to list, or the database was restored) · `forbidden` · …
   */
  const changes = (grant: Cashier, since: string) =>
    database.read(grant, async (tx) => {
      const place = tx.storeActor()
      const syncedTo = await beginChanges(tx, since)
      if ((await countDeletions(tx, place, since, mostDeletions + 1)) > mostDeletions) {
        throw new Problem('resync_required', {
          detail: 'Read the whole catalog again, without updatedSince.',
        })
      }
      const [products, rest] = await Promise.all([
        changedProducts(tx, place, since),
        restOfCatalog(tx, place, since),
      ])
      const text = `"products":[${products}],${rest.slice(1)}`
      return {
        text: `{"storeId":"${place.storeId}","syncedTo":"${syncedTo}",${text}`,
        version: versionOfText(text),
      }
    })

  return { whole, changes }
}
