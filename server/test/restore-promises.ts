import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Acknowledged, type RunningDemo, superuserOf, type TopUp } from './backup-drill.ts'

/** A right that somebody has, and that is taken away before the disk is lost. */
export interface Right {
  readonly what: string
  takeAway(): Promise<void>
  /** Whether its holder, who tries it, still gets something with it. */
  isAlive(shop: RunningDemo): Promise<boolean>
}

/** What is known outside the product: what it had acknowledged when its disk was lost. */
export interface OutsideJournal {
  readonly acknowledged: readonly Acknowledged[]
  readonly topUps: readonly TopUp[]
  /** Those that were taken away; the product said so. */
  readonly taken: readonly Right[]
}

/** Promises that a restored shop has broken; all lists are empty when it has kept them. */
export interface Findings {
  /** Goods and services, of before the moment, that the database lacks, and services of after it that nobody entered. */
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

type Call = RunningDemo['call']

async function must(answer: ReturnType<Call>): Promise<Awaited<ReturnType<Call>>['body']> {
  const { status, body } = await answer
  if (![200, 201, 204].includes(status)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}

const emailOf = (name: string) => `${name}@demo.mostrador.test`

/**
 * Rights of the demo's people and programs, in the order in which they may be taken away: a cashier, a supervisor, an
 * operator, and as many sessions and API keys as asked for.
 */
export async function rightsOf(shop: RunningDemo, many: number): Promise<Right[]> {
  const owner = await shop.signIn('owner')
  const admin = await shop.signIn('admin')
  const { storeId } = (await must(shop.call(await shop.signIn('cashier'), 'GET', '/auth/me'))).stores[0]
  const team = (await must(shop.call(owner, 'GET', `/pos/employees?storeId=${storeId}`))).items
  const membership = (name: string): string =>
    team.find((each: { name: string }) => each.name === name).membershipId
  const rolesOf = async (at: RunningDemo, name: string): Promise<string[]> => {
    const me = await must(at.call(await at.signIn(name), 'GET', '/auth/me'))
    return me.stores.map(({ role }: { role: string }) => role)
  }
  const people: Right[] = [
    {
      what: 'the membership of a cashier',
      takeAway: () => must(shop.call(owner, 'DELETE', `/pos/memberships/${membership('César Ortega')}`)),
      isAlive: async (at) => (await rolesOf(at, 'cashier2')).length > 0,
    },
    {
      what: 'the role of a supervisor',
      takeAway: () =>
        must(
          shop.call(owner, 'PATCH', `/pos/memberships/${membership('Sofía Ramírez')}`, { role: 'cashier' }),
        ),
      isAlive: async (at) => (await rolesOf(at, 'supervisor')).join() !== 'cashier',
    },
    {
      what: 'the label of an operator',
      takeAway: async () => {
        const holders = (await must(shop.call(admin, 'GET', '/platform/roles'))).items
        const { accountId } = holders.find(({ email }: { email: string }) => email === emailOf('operator'))
        await must(shop.call(admin, 'DELETE', `/platform/roles/${accountId}/platformOperator`))
      },
      // Who still has it is refused at the door while the database is not reconciled.
      isAlive: async (at) => {
        const token = await at.signIn('operator').catch(() => undefined)
        if (token === undefined) return true
        return (await must(at.call(token, 'GET', '/auth/me'))).labels.length > 0
      },
    },
  ]
  const opens = async (at: RunningDemo, token: string, where: string) =>
    (await at.call(token, 'GET', where)).status !== 401
  const numbered = async (make: (no: number) => Promise<Right>) => {
    const made: Right[] = []
    for (let no = 1; no <= many; no++) made.push(await make(no))
    return made
  }
  const sessions = await numbered(async (no) => {
    const token = await shop.signIn('manager')
    return {
      what: `session ${no}`,
      takeAway: () => must(shop.call(token, 'DELETE', '/auth/sessions/current')),
      isAlive: (at) => opens(at, token, '/auth/me'),
    }
  })
  const keys = await numbered(async (no) => {
    const wanted = {
      name: `Programa ${no}`,
      scopes: ['POS_CATALOG_READ'],
      expiresAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
    }
    const { id, apiKey } = await must(shop.call(owner, 'POST', '/pos/api_keys', wanted))
    return {
      what: `API key ${no}`,
      takeAway: () => must(shop.call(owner, 'POST', `/pos/api_keys/${id}/revoke`, {})),
      isAlive: (at) => opens(at, apiKey, `/pos/products?storeId=${storeId}`),
    }
  })
  return [...people, ...sessions.flatMap((each, no) => [each, keys[no] as Right])]
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
  const soldAt = await soldByProvider(shop.dataDir)
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

/** How often the provider has sold to each number: its own journal, which no restore sets back. */
async function soldByProvider(dataDir: string): Promise<ReadonlyMap<string, number>> {
  const text = await readFile(path.join(dataDir, 'simulator', 'simulator.jsonl'), 'utf8')
  const entries = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const numberOf = new Map<number, string>()
  const sold = new Map<string, number>()
  for (const { kind, id, mobileNumber, status } of entries) {
    if (kind === 'created') numberOf.set(id, String(mobileNumber).replace('+52', ''))
    const number = numberOf.get(id)
    if (kind === 'settled' && number !== undefined && JSON.stringify(status).includes('COMPLETED'))
      sold.set(number, (sold.get(number) ?? 0) + 1)
  }
  return sold
}
