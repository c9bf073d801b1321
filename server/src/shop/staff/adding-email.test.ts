import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { enableTerminal, type TestTerminal } from '../../../test/terminal-session.ts'
import type { Person, Store } from '../../../test/world.ts'

interface Cashier {
  readonly accountId: string
  readonly membershipId: string
  readonly employeeId: string
  readonly code: string
  readonly pin: string
}

let app: App
let store: Store
let supervisor: Person
let terminal: TestTerminal
let cashier: Cashier
let email: string

const password = 'tres tristes tigres tragan trigo'
const ownPin = '482913'

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  supervisor = await app.world.member(store, 'supervisor')
  terminal = await enableTerminal(app, store.manager, 'Caja 1')
  const giver = await app.world.member(store, 'supervisor')
  const made = await app.call(giver, 'POST', '/pos/cashiers', { storeId: store.id, name: 'Beto Ruiz' })
  expect(made.status, made.text).toBe(201)
  cashier = made.body
  email = `beto-${randomUUID()}@example.test`
})

const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
const choosePin = async () => {
  const typed = { code: cashier.code, pin: cashier.pin, newPin: ownPin }
  const headers = { authorization: `Terminal ${terminal.deviceToken}` }
  const chosen = await app.call(undefined, 'POST', '/auth/terminal-pins', typed, headers)
  expect(chosen.status, chosen.text).toBe(201)
}
const inviteOf = (by: Person | undefined, membershipId = cashier.membershipId, to = email) =>
  app.call(by, 'POST', `/pos/memberships/${membershipId}/email-invites`, { email: to })
const invited = async (to = email): Promise<string> => {
  const made = await inviteOf(supervisor, cashier.membershipId, to)
  expect(made.status, made.text).toBe(201)
  return made.body.token
}
const lookUp = (token: string) => app.call(undefined, 'POST', '/auth/invites/lookup', { token })
const accept = (token: string, sent: object = {}) =>
  app.call(undefined, 'POST', '/auth/invites/accept', { token, password, pin: ownPin, ...sent })
const credentials = async () =>
  (
    await app.admin.query(
      'select email, identity.has_password(id) as has from identity.accounts where id = $1',
      [cashier.accountId],
    )
  ).rows[0]

test('a cashier adds an e-mail to their account by invitation, and can then be promoted', async () => {
  await choosePin()
  const made = await inviteOf(supervisor)
  expect(made.status, made.text).toBe(201)
  expect(made.headers.get('cache-control')).toBe('no-store')
  expect(made.body).toMatchObject({
    storeId: store.id,
    email,
    role: 'cashier',
    membershipId: cashier.membershipId,
  })
  expect((await lookUp(made.body.token)).body).toMatchObject({
    email,
    storeName: store.name,
    role: 'cashier',
    needsPassword: true,
    personName: 'Beto Ruiz',
  })
  const joined = await accept(made.body.token, { name: 'Otro nombre' })
  expect(joined.status, joined.text).toBe(201)
  expect(joined.body.account).toEqual({ id: cashier.accountId, email, name: 'Beto Ruiz' })
  const me = (await app.call(joined.body, 'GET', '/auth/me')).body
  expect(me.stores).toMatchObject([{ storeId: store.id, role: 'cashier' }])
  const signedIn = await app.call(undefined, 'POST', '/auth/sessions', { email, password })
  expect(signedIn.status, signedIn.text).toBe(201)
  const members = await app.call(store.manager, 'GET', `/pos/memberships?storeId=${store.id}`)
  expect(
    members.body.items.filter(({ accountId }: Cashier) => accountId === cashier.accountId),
  ).toMatchObject([{ id: cashier.membershipId, email }])
  const record = await app.call(store.manager, 'GET', `/pos/employees/${cashier.employeeId}`)
  expect(record.body.email).toBe(email)
  const raised = await app.call(store.manager, 'PATCH', `/pos/memberships/${cashier.membershipId}`, {
    role: 'supervisor',
  })
  expect(raised.status, raised.text).toBe(200)
  const { rows } = await app.admin.query(
    `select action, user_id as by, after ->> 'accountId' as account from audit.log where entity_id = $1 order by id`,
    [made.body.id],
  )
  expect(rows).toEqual([
    { action: 'invite.created', by: supervisor.id, account: cashier.accountId },
    { action: 'invite.accepted', by: cashier.accountId, account: cashier.accountId },
  ])
})

test('whoever holds the link needs the PIN that the cashier has chosen', async () => {
  const token = await invited()
  expect((await accept(token, { pin: cashier.pin })).body.code).toBe('pin_not_chosen')
  await choosePin()
  const missing = await accept(token, { pin: undefined })
  expect(missing.body.errors).toEqual([{ path: '/pin', message: 'is required' }])
  for (let no = 0; no < 5; no++)
    expect((await accept(token, { pin: '000001' })).body.code).toBe('invalid_employee_code')
  expect((await accept(token)).body.code).toBe('employee_locked')
  // Another invitation gives no more attempts.
  const next = await invited()
  expect((await accept(next)).body.code).toBe('employee_locked')
  expect(await credentials()).toEqual({ email: null, has: false })
  const unlocked = await app.call(supervisor, 'POST', `/pos/employees/${cashier.employeeId}/unlock`)
  expect(unlocked.status).toBe(204)
  expect((await accept(next)).status).toBe(201)
})

test('a PIN that a supervisor has replaced meanwhile proves nothing', async () => {
  await choosePin()
  const token = await invited()
  const minted = await app.call(supervisor, 'POST', `/pos/employees/${cashier.employeeId}/pin`, {})
  expect((await accept(token)).body.code).toBe('invalid_employee_code')
  expect((await accept(token, { pin: minted.body.pin })).body.code).toBe('pin_not_chosen')
  const { rows } = await app.admin.query(
    `select i.token_hash, p.pin_hash from shop.invites i cross join shop.employee_pins p
      where i.email = $1 and p.employee_id = $2`,
    [email, cashier.employeeId],
  )
  await expect(
    app.admin.query(`select shop.accept_invite($1, null, 'hash', $2)`, [
      rows[0].token_hash,
      rows[0].pin_hash,
    ]),
  ).rejects.toThrow(/invalid_employee_code/)
})

test('the person who gave the PIN adds no e-mail, also when they invited first; the owner may do both', async () => {
  const givePin = async (by: Person) => {
    const minted = await app.call(by, 'POST', `/pos/employees/${cashier.employeeId}/pin`, {})
    expect(minted.status, minted.text).toBe(201)
    cashier = { ...cashier, pin: minted.body.pin }
    await choosePin()
  }
  const token = await invited()
  await givePin(supervisor)
  expect((await inviteOf(supervisor)).body).toMatchObject({ status: 409, code: 'inviter_gave_pin' })
  expect((await accept(token)).body).toMatchObject({ status: 409, code: 'inviter_gave_pin' })
  expect(await credentials()).toEqual({ email: null, has: false })

  await givePin(store.manager)
  expect((await accept((await inviteOf(store.manager)).body.token)).status).toBe(201)
})

test('a generated PIN that was not replaced in time proves nothing', async () => {
  const token = await invited()
  await app.admin.query('update shop.employee_pins set one_time_until = now() where employee_id = $1', [
    cashier.employeeId,
  ])
  const refused = await accept(token, { pin: cashier.pin })
  expect(refused.body).toMatchObject({ status: 403, code: 'pin_expired' })
  expect(await credentials()).toEqual({ email: null, has: false })
})

test('an address that has an account is refused, when inviting and when accepting', async () => {
  const person = await app.world.person()
  const refused = await inviteOf(supervisor, cashier.membershipId, person.email.toUpperCase())
  expect(refused).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect(refused.body.errors[0].path).toBe('/email')
  await choosePin()
  const token = await invited()
  await app.world.person({ email })
  expect((await accept(token)).body).toMatchObject({ status: 409, code: 'email_taken' })
  expect(await credentials()).toEqual({ email: null, has: false })
})

test('an e-mail is added once: a second invitation replaces the first, and none follows', async () => {
  await choosePin()
  const first = await invited(`x-${email}`)
  const second = await invited()
  expect((await accept(first)).body.code).toBe('invite_spent')
  const answers = await Promise.all([accept(second), accept(second), accept(second)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect((await inviteOf(supervisor, cashier.membershipId, `y-${email}`)).body.code).toBe(
    'invalid_transition',
  )
})

test('it names its member in the list, and an invitation into the store with the same address replaces only its like', async () => {
  await choosePin()
  const token = await invited()
  const join = () =>
    app.call(supervisor, 'POST', '/pos/invites', { storeId: store.id, email, role: 'cashier' })
  const first = (await join()).body
  const second = (await join()).body
  const listed = await app.call(supervisor, 'GET', `/pos/invites?storeId=${store.id}`)
  expect(
    listed.body.items.map(({ email, membershipId }: Record<string, string>) => ({ email, membershipId })),
  ).toEqual([
    { email, membershipId: cashier.membershipId },
    { email, membershipId: null },
  ])
  expect((await lookUp(first.token)).body.code).toBe('invite_spent')
  // And the other way: another link for the member leaves the invitation into the store alone.
  const renewed = await invited()
  expect((await lookUp(token)).body.code).toBe('invite_spent')
  expect((await lookUp(second.token)).status).toBe(200)
  const joined = await accept(renewed)
  expect(joined.status, joined.text).toBe(201)
  expect(joined.body.account.id).toBe(cashier.accountId)
})

test('a weak password is refused', async () => {
  await choosePin()
  expect((await accept(await invited(), { password: 'corta' })).body.code).toBe('weak_password')
})

test('the end of the membership withdraws the invitation', async () => {
  await choosePin()
  const token = await invited()
  const ended = await app.call(store.manager, 'DELETE', `/pos/memberships/${cashier.membershipId}`)
  expect(ended.status).toBe(204)
  for (const answer of [await lookUp(token), await accept(token)])
    expect(answer.body.code).toBe('invite_spent')
  expect(await credentials()).toEqual({ email: null, has: false })
})

test('inviting is for supervisors and managers of that store', async () => {
  expect((await inviteOf(store.manager)).status).toBe(201)
  expect((await inviteOf(undefined)).status).toBe(401)
  const colleague = await app.world.member(store, 'cashier')
  for (const person of [colleague, (await app.world.store()).manager, await app.world.platformAdmin()]) {
    const refused = await inviteOf(person)
    expect([403, 404]).toContain(refused.status)
    if (refused.status === 404) expect(bare(refused)).toBe(bare(await inviteOf(person, randomUUID())))
  }
})
