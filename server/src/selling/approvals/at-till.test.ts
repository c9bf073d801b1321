import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { giveCode } from '../../../test/terminal-session.ts'
import { type Shop, type Tills, tillsOf } from '../../../test/till.ts'
import type { Member } from '../../../test/world.ts'

let app: App
let tills: Tills
let shop: Shop
let coffee: string
beforeAll(async () => {
  app = await sharedProduct()
  tills = tillsOf(app)
  shop = await tills.shop()
  coffee = await tills.product(shop.store, { priceCentavos: 10_000, stock: 1_000 })
})

interface Typed {
  readonly code: string
  readonly pin: string
}

/** A cart, and a request for 10 % off. */
async function asked(who = shop.cashier) {
  const cart = await tills.cart(who, [{ variantId: coffee, quantity: 2 }])
  const answer = await app.call(who, 'POST', '/pos/approvals', {
    type: 'DISCOUNT',
    scope: 'CART',
    cartId: cart.id,
    percentageBps: 1_000,
    reason: 'Cliente frecuente',
  })
  expect(answer.status, answer.text).toBe(201)
  return { cart, approval: answer.body }
}

const chosenBy = async (member: Member): Promise<Typed> => ({
  code: await giveCode(app, shop.manager, member, '482913'),
  pin: '482913',
})
const employeeOf = async ({ membershipId }: Member): Promise<string> =>
  (await app.admin.query('select id from shop.employees where membership_id = $1', [membershipId])).rows[0].id
/** A code and PIN that the manager has generated, and so knows. */
const generatedFor = async (member: Member): Promise<Typed> => {
  const minted = await app.call(shop.manager, 'POST', `/pos/employees/${await employeeOf(member)}/pin`, {})
  expect(minted.status, minted.text).toBe(201)
  return { code: minted.body.code, pin: minted.body.pin }
}
const atTill = (id: string, typed: Typed, who = shop.cashier) =>
  app.call(who, 'POST', `/pos/approvals/${id}/approve-at-till`, typed)
const shown = async (id: string) => (await app.call(shop.manager, 'GET', `/pos/approvals/${id}`)).body

test('a supervisor approves with code and PIN, and is audited with the requester', async () => {
  const { approval } = await asked()
  const answer = await atTill(approval.id, await chosenBy(shop.supervisor))
  expect(answer.body).toMatchObject({ status: 'APPROVED', deciderName: shop.supervisor.name })
  const { rows } = await app.admin.query(
    `select user_id, after from audit.log where entity_id = $1 and action = 'approval.approved'`,
    [approval.id],
  )
  expect(rows).toMatchObject([
    {
      user_id: shop.supervisor.id,
      after: { requestedBy: shop.cashier.id, decidedBy: shop.supervisor.id, atTill: true },
    },
  ])
})

/** Until a request waits for a lock in this function. */
const waiting = (name: string) => expect.poll(() => lockWaits(app.name, name)).toBe(1)

test('a supervisor dismissed after the PIN was right, and before the decision, decides nothing', async () => {
  const { approval } = await asked()
  const leaving = await app.world.member(shop.store, 'supervisor')
  const typed = await chosenBy(leaving)
  const holder = await app.admin.connect()
  try {
    await holder.query('begin')
    await holder.query(`select app.authenticate(sha256($1::bytea), null, true, 'test')`, [shop.manager.token])
    await holder.query('select shop.end_membership($1, $2)', [leaving.merchantId, leaving.membershipId])
    // The PIN has been checked when the decision waits here for the decider's authority.
    const decision = atTill(approval.id, typed)
    await waiting('lock_decider')
    await holder.query('commit')
    expect((await decision).body).toMatchObject({ status: 403, code: 'forbidden' })
  } finally {
    holder.release(true)
  }
  expect((await app.call(shop.cashier, 'GET', `/pos/approvals/${approval.id}`)).body.status).toBe('PENDING')
})

test.each<[string, (to: Member) => Promise<[text: string, values: unknown[]]>]>([
  [
    'whose account was blocked',
    async ({ id }) => ['select app.lock_authority($1), platform.shut_out($1)', [id]],
  ],
  [
    'whose PIN was replaced',
    async (member) => [
      `select shop.choose_pin($1, $2, p.pin_hash, 'x') from shop.employee_pins p where p.employee_id = $3`,
      [member.merchantId, member.membershipId, await employeeOf(member)],
    ],
  ],
])('neither does one %s meanwhile', async (_, happens) => {
  const { approval } = await asked()
  const member = await newSupervisor()
  const typed = await chosenBy(member)
  const holder = await app.admin.connect()
  try {
    await holder.query('begin')
    await holder.query(`select app.authenticate(sha256($1::bytea), null, true, 'test')`, [shop.manager.token])
    await holder.query(...(await happens(member)))
    const decision = atTill(approval.id, typed)
    await waiting('lock_decider')
    await holder.query('commit')
    expect((await decision).body).toMatchObject({ status: 403, code: 'invalid_employee_code' })
  } finally {
    holder.release(true)
  }
  expect((await shown(approval.id)).status).toBe('PENDING')
})

test('who dismisses a supervisor waits for the decision that relies on them', async () => {
  const { cart, approval } = await asked()
  const leaving = await app.world.member(shop.store, 'supervisor')
  const typed = await chosenBy(leaving)
  const holder = await app.admin.connect()
  try {
    await holder.query('begin')
    await holder.query('select from selling.carts where merchant_id = $1 and id = $2 for update', [
      shop.store.merchantId,
      cart.id,
    ])
    const decision = atTill(approval.id, typed)
    await waiting('decide_approval')
    const dismissal = app.call(shop.manager, 'DELETE', `/pos/memberships/${leaving.membershipId}`)
    await waiting('end_membership')
    await holder.query('commit')
    expect((await decision).body).toMatchObject({ status: 'APPROVED', deciderName: leaving.name })
    expect((await dismissal).status).toBe(204)
  } finally {
    holder.release(true)
  }
})

test('neither the requester’s own code nor another cashier’s can decide', async () => {
  const { approval } = await asked()
  const colleague = await app.world.member(shop.store, 'cashier')
  const own = await atTill(approval.id, await chosenBy(shop.cashier))
  expect([own.status, own.body.code]).toEqual([403, 'forbidden'])
  expect((await atTill(approval.id, await chosenBy(colleague))).status).toBe(403)
  const wrong = await atTill(approval.id, { code: 'NADIE', pin: '0000' })
  expect([wrong.status, wrong.body.code]).toEqual([403, 'invalid_employee_code'])
  expect((await app.call(shop.cashier, 'GET', `/pos/approvals/${approval.id}`)).body.status).toBe('PENDING')
})

interface Attempt {
  readonly id: string
  readonly typed: Typed
  readonly who?: Member
}
const requestOf = async (who?: Member): Promise<string> => (await asked(who)).approval.id
const newSupervisor = () => app.world.member(shop.store, 'supervisor')

test.each<[string, number, string, () => Promise<Attempt>]>([
  [
    'a PIN that its holder has not replaced yet',
    403,
    'pin_not_chosen',
    async () => ({ id: await requestOf(), typed: await generatedFor(await newSupervisor()) }),
  ],
  [
    'a PIN that its holder did not replace in time',
    403,
    'pin_expired',
    async () => {
      const late = await newSupervisor()
      const typed = await generatedFor(late)
      await app.admin.query('update shop.employee_pins set one_time_until = now() where employee_id = $1', [
        await employeeOf(late),
      ])
      return { id: await requestOf(), typed }
    },
  ],
  [
    'the right PIN after five wrong ones',
    429,
    'employee_locked',
    async () => {
      const id = await requestOf()
      const typed = await chosenBy(await newSupervisor())
      for (let no = 0; no < 5; no++)
        expect((await atTill(id, { ...typed, pin: '000001' })).body.code).toBe('invalid_employee_code')
      return { id, typed }
    },
  ],
  [
    'the PIN of the requester, promoted since',
    403,
    'self_approval',
    async () => {
      const who = await app.world.member(shop.store, 'cashier')
      const id = await requestOf(who)
      const promoted = await app.call(shop.manager, 'PATCH', `/pos/memberships/${who.membershipId}`, {
        role: 'supervisor',
      })
      expect(promoted.status, promoted.text).toBe(200)
      return { id, typed: await chosenBy(who), who }
    },
  ],
  [
    'a PIN for a request that was rejected',
    409,
    'invalid_transition',
    async () => {
      const id = await requestOf()
      const rejected = await app.call(shop.supervisor, 'POST', `/pos/approvals/${id}/reject`, {})
      expect(rejected.status, rejected.text).toBe(200)
      return { id, typed: await chosenBy(await newSupervisor()) }
    },
  ],
  [
    'a PIN for a request that has expired',
    409,
    'approval_expired',
    async () => {
      const id = await requestOf()
      await app.admin.query('update selling.approvals set expires_at = now() where id = $1', [id])
      return { id, typed: await chosenBy(await newSupervisor()) }
    },
  ],
])('%s is refused, and decides nothing', async (_what, status, code, prepare) => {
  const { id, typed, who } = await prepare()
  const before = await shown(id)
  const answer = await atTill(id, typed, who)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await shown(id)).toEqual(before)
})
