import path from 'node:path'
import { type Acknowledged, type RunningDemo, superuserOf, type TopUp } from './backup-drill.ts'
import { successesByNumber } from './provider-journal.ts'
import { must, type Right } from './shop-rights.ts'

/** What is known outside the product: what it had acknowledged when its disk was lost. */
export interface OutsideJournal {
  readonly acknowledged: readonly Acknowledged[]
  readonly topUps: readonly TopUp[]
  /** Those that were taken away; the product said so. */
  readonly taken: readonly Right[]
}

/** Promises that a restored shop has broken; all lists are empty when it has kept them. */
export interface Findings {
  /** Goods sold before the moment, and services sold at any time, that the database lacks. */
  readonly lost: readonly string[]
  /** Top-ups that the provider has sold more than once. */
  readonly repeated: readonly string[]
  /** Rights that had been taken away, and are there again. */
  readonly alive: readonly string[]
  /** Sales of services while the database was not reconciled, and what else should not have been answered so. */
  readonly early: readonly string[]
  readonly unbalanced: number
  /** What was checked, so that nothing passes because there was nothing. */
  readonly counts: { readonly goods: number; readonly topUps: number; readonly entered: number }
}

/**
 * Does in a restored shop what everybody would do: those who lost a right try it, an administrator reconciles, and the
 * till repeats every top-up that it had ever asked for. Then compares the shop with what is known outside.
 *
 * @param until goods that were acknowledged before it must be there; services always
 */
export async function brokenPromises(
  shop: RunningDemo,
  { acknowledged, topUps, taken }: OutsideJournal,
  until: Date,
): Promise<Findings> {
  const alive = new Set<string>()
  const early: string[] = []
  const tryRights = async () => {
    for (const right of taken) if (await right.isAlive(shop)) alive.add(right.what)
  }
  const till = await shop.signIn('cashier')
  const repeat = ({ key, body }: TopUp) => shop.call(till, 'POST', '/vas/sale', body, key)

  const { status } = (await shop.call(undefined, 'GET', '/readyz')).body
  if (status !== 'restored') early.push(`/readyz says ${status}`)
  await tryRights()
  for (const topUp of topUps.slice(-1)) {
    const { body } = await repeat(topUp)
    if (body.code !== 'restored') early.push(`a top-up was answered ${JSON.stringify(body)}`)
  }
  const entered = await reconciled(shop)
  await tryRights()
  const lost: string[] = []
  for (const topUp of topUps) {
    const { sold } = topUp
    const again = await repeat(topUp)
    if (sold !== undefined && again.body.id !== sold.id)
      lost.push(`the till that repeats ${topUp.body.reference} gets ${again.status} ${again.body.code}`)
  }

  const found = await booksOf(shop)
  for (const { kind, id, acknowledgedAt } of acknowledged)
    if (kind === 'goods' && acknowledgedAt < until && !found.carts.includes(id)) lost.push(`goods ${id}`)
  // The provider's own journal is set back by no restore.
  const soldAt = successesByNumber(path.join(shop.dataDir, 'simulator'))
  for (const { body, sold } of topUps) {
    const known = found.sales.filter(({ reference }) => reference === body.reference)
    const times = soldAt.get(body.reference) ?? 0
    const isThere = known.length === 1 && (times === 0 || known[0]?.status === 'COMPLETED')
    if ((sold !== undefined || times > 0) && !isThere)
      lost.push(`top-up ${body.reference}: ${JSON.stringify(known)}, sold ${times} times`)
    if (sold?.status === 'COMPLETED' && times === 0) lost.push(`top-up ${body.reference} at the provider`)
  }
  return {
    lost,
    repeated: [...soldAt].filter(([, times]) => times > 1).map(([reference]) => reference),
    alive: [...alive],
    early,
    unbalanced: found.unbalanced,
    counts: {
      goods: acknowledged.filter(({ kind, acknowledgedAt }) => kind === 'goods' && acknowledgedAt < until)
        .length,
      topUps: topUps.length,
      entered,
    },
  }
}

/** Declines what waits for a decision, and opens the platform. @returns how many sales were entered */
async function reconciled(shop: RunningDemo): Promise<number> {
  const admin = await shop.signIn('admin')
  const [restoration] = (await must(shop.call(admin, 'GET', '/platform/restorations'))).items
  for (const { id, status } of restoration.acts)
    if (status === 'PROPOSED' || status === 'FAILED')
      await must(shop.call(admin, 'POST', `/platform/restored_acts/${id}/decision`, { decision: 'DECLINED' }))
  await must(shop.call(admin, 'POST', '/platform/restorations/current/finish'))
  const [after] = (await must(shop.call(admin, 'GET', '/platform/restorations'))).items
  return after.recoveredSales.length
}

async function booksOf({ dataDir }: RunningDemo) {
  const client = await superuserOf(dataDir, 'mostrador')
  try {
    const { rows } = await client.query<{
      carts: string[]
      sales: { reference: string; status: string }[]
      unbalanced: number
    }>(
      `select array(select cart_id::text from selling.sales_orders) as carts,
              (select coalesce(json_agg(json_build_object('reference', reference, 'status', status)), '[]')
                 from vas.sales) as sales,
              (select count(*)::int from money.imbalances()) as unbalanced`,
    )
    return rows[0] as (typeof rows)[number]
  } finally {
    await client.end()
  }
}
