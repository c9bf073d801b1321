import type { App } from './app.ts'
import type { Member, Person, Store } from './world.ts'

export type Caller = Pick<Person, 'token'> | undefined

export interface PaidShop {
  readonly store: Store
  readonly manager: Member
  /** Id of its verified bank account. */
  readonly account: string
}

/** Default balance of a shop's wallet. */
export const funds = 1_000_000

const said = { reason: 'Por una razón' }
let keys = 0

/** A tracking key that no other settlement has. */
export const trackingKey = () => `PAGO${String(++keys).padStart(8, '0')}`

/** The further fields of a platform step that make it valid. */
function wellFormed(status: string): object {
  if (status === 'PAID') return { claveRastreo: trackingKey() }
  return ['REJECTED', 'FAILED', 'RETURNED'].includes(status) ? said : {}
}

/** The platform's steps that lead to each status. */
export const stepsTo: Readonly<Record<string, readonly string[]>> = {
  REQUESTED: [],
  APPROVED: ['APPROVED'],
  PROCESSING: ['APPROVED', 'PROCESSING'],
  PAID: ['APPROVED', 'PROCESSING', 'PAID'],
  RETURNED: ['APPROVED', 'PROCESSING', 'PAID', 'RETURNED'],
  REJECTED: ['REJECTED'],
  FAILED: ['APPROVED', 'PROCESSING', 'FAILED'],
  CANCELED: [],
}

/** Merchants that are paid out, by real requests to the product. */
export function settlementShop(app: App, operator: Person) {
  /** A merchant's bank account after the platform's decision. */
  async function bankAccount(
    merchantId: string,
    status = 'VERIFIED',
    validFor = '12 months',
  ): Promise<string> {
    const { rows } = await app.admin.query(
      `insert into money.bank_accounts (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, fingerprint, sealed,
                                      sealed_key, status, added_by, verified_at, expires_at)
       select $1, app.uuid_v7(), authz.open_portfolio($1, null), 'Abarrotes Lupita', '646', '0123', sha256(random()::text::bytea),
              '\\x00', '\\x00', $2, $1, now(), now() + $3::interval
       returning id`,
      [merchantId, status, validFor],
    )
    return rows[0].id
  }

  const verify = (merchantId: string, isVerified = true) =>
    app.admin.query('update platform.merchants set is_verified = $2 where id = $1', [merchantId, isVerified])

  /** A verified merchant with a verified bank account, and money in its wallet. */
  async function shop(fundsCentavos = funds): Promise<PaidShop> {
    const store = await app.world.store()
    await verify(store.merchantId)
    if (fundsCentavos > 0) await app.world.fund(store.merchantId, fundsCentavos)
    const account = await bankAccount(store.merchantId)
    return { store, manager: await app.world.member(store, 'manager'), account }
  }

  const order = ({ store, account }: PaidShop, change: object = {}) => ({
    storeId: store.id,
    amountCentavos: 30_000,
    bankAccountId: account,
    ...change,
  })
  const ask = (who: Caller, body: unknown, headers = {}) =>
    app.call(who, 'POST', '/pos/settlements/requests', body, headers)
  /** A step of the platform, valid unless its fields are given. */
  const decide = (who: Caller, id: string, status: string, more: object = wellFormed(status)) =>
    app.call(who, 'PATCH', `/pos/settlements/requests/${id}/status`, { status, ...more })
  const cancel = (who: Caller, id: string) => app.call(who, 'POST', `/pos/settlements/requests/${id}/cancel`)
  const read = (who: Caller, id: string) => app.call(who, 'GET', `/pos/settlements/requests/${id}`)
  const wallet = async (merchantId: string) => {
    const { rows } = await app.admin.query(
      'select available_centavos::int as available, held_centavos::int as held from money.wallets where merchant_id = $1',
      [merchantId],
    )
    return rows[0]
  }
  const openOnes = async (merchantId: string) =>
    Number((await app.admin.query('select money.open_settlements($1) as n', [merchantId])).rows[0].n)
  const postingsOf = async (id: string) =>
    (
      await app.admin.query(
        'select kind, memo from money.postings where reference = $1 order by posted_at, id',
        [id],
      )
    ).rows
  const auditOf = async (id: string) =>
    (
      await app.admin.query(
        `select action, user_id as by from audit.log where entity = 'settlement' and entity_id = $1 order by id`,
        [id],
      )
    ).rows
  const eventsOf = async (id: string) =>
    (
      await app.admin.query(
        `select type, payload->>'status' as status, permission_set is null as "isPlatforms" from events.events
          where payload->>'settlementId' = $1 order by id`,
        [id],
      )
    ).rows

  /** A settlement advanced to a status. */
  async function settlementIn(status: string, of: PaidShop): Promise<string> {
    const made = await ask(of.manager, order(of))
    const { id } = made.body
    const taken = [made.status]
    for (const step of stepsTo[status] ?? []) taken.push((await decide(operator, id, step)).status)
    if (status === 'CANCELED') taken.push((await cancel(of.manager, id)).status)
    if (taken.some((each) => each > 201)) throw new Error(`no way to ${status}: ${taken}`)
    return id
  }

  return {
    bankAccount,
    verify,
    shop,
    order,
    ask,
    decide,
    cancel,
    read,
    wallet,
    openOnes,
    postingsOf,
    auditOf,
    eventsOf,
    settlementIn,
  }
}
