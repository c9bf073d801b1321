import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { digitsAlone } from '../../../test/digits-alone.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { enableTerminal, enterAt, type TestTerminal } from '../../../test/terminal-session.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let supervisor: Member
let terminal: TestTerminal

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  supervisor = await app.world.member(store, 'supervisor')
  terminal = await enableTerminal(app, store.manager, 'Caja 1')
})

const ownPin = '482913'
const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
const add = (by: Person | undefined, order: object = {}, headers: Record<string, string> = {}) =>
  app.call(by, 'POST', '/pos/cashiers', { storeId: store.id, name: 'Beto Ruiz', ...order }, headers)
const added = async (order: object = {}) => {
  const answer = await add(supervisor, order)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const atTerminal = (path: string, typed: object) =>
  app.call(undefined, 'POST', path, typed, { authorization: `Terminal ${terminal.deviceToken}` })
const choose = (cashier: { code: string; pin: string }) =>
  atTerminal('/auth/terminal-pins', { code: cashier.code, pin: cashier.pin, newPin: ownPin })
/** A cashier who has chosen a PIN, with a session at the terminal. */
const working = async () => {
  const cashier = await added()
  const chosen = await choose(cashier)
  expect(chosen.status, chosen.text).toBe(201)
  return { ...cashier, token: chosen.body.token as string }
}
const change = (by: Person, membershipId: string, role: string) =>
  app.call(by, 'PATCH', `/pos/memberships/${membershipId}`, { role })
const dismiss = (membershipId: string) =>
  app.call(store.manager, 'DELETE', `/pos/memberships/${membershipId}`)
const setStatus = async (id: string, status: string) =>
  app.call(await app.world.platformAdmin(), 'PATCH', `/platform/accounts/${id}/status`, {
    status,
    reason: 'Prueba',
  })
const accountsNamed = async (name: string) =>
  (await app.admin.query('select id, email from identity.accounts where name = $1', [name])).rows

describe('a cashier added by name', () => {
  test('gets a code and a PIN that is shown once, and no other way in', async () => {
    const answer = await add(supervisor)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      employeeId: expect.any(String),
      membershipId: expect.any(String),
      accountId: expect.any(String),
      storeId: store.id,
      name: 'Beto Ruiz',
      code: expect.stringMatching(/^[0-9]{4}$/),
      pin: expect.stringMatching(/^[0-9]{6}$/),
      expiresAt: expect.any(String),
    })
    const { accountId, membershipId, employeeId, code, pin } = answer.body
    const { rows } = await app.admin.query(
      `select kind, email, status, exists (select from identity.credentials where account_id = a.id) as credentials
         from identity.accounts a where id = $1`,
      [accountId],
    )
    expect(rows).toEqual([{ kind: 'PERSON', email: null, status: 'ACTIVE', credentials: false }])
    const members = await app.call(store.manager, 'GET', `/pos/memberships?storeId=${store.id}`)
    expect(members.body.items.at(-1)).toMatchObject({
      id: membershipId,
      name: 'Beto Ruiz',
      email: null,
      role: 'cashier',
    })
    const record = await app.call(store.manager, 'GET', `/pos/employees/${employeeId}`)
    expect(record.body).toMatchObject({ name: 'Beto Ruiz', email: null, code, membershipId })
    expect(app.logLines.join('')).not.toMatch(digitsAlone(pin))
    const audited = await app.admin.query(
      `select action, user_id as by from audit.log where entity_id = any ($1) order by id`,
      [[membershipId, employeeId]],
    )
    expect(audited.rows).toEqual([
      { action: 'membership.created', by: supervisor.id },
      { action: 'employee_pin.minted', by: supervisor.id },
    ])
  })

  test('opens the till after choosing a PIN, and sees a profile without e-mail', async () => {
    const cashier = await added()
    const early = await atTerminal('/auth/terminal-sessions', { code: cashier.code, pin: cashier.pin })
    expect(early.body.code).toBe('pin_not_chosen')
    expect((await choose(cashier)).status).toBe(201)
    const session = await enterAt(app, terminal, cashier.code, ownPin)
    const me = await app.call(session, 'GET', '/auth/me')
    expect(me.status, me.text).toBe(200)
    expect(me.body.account).toMatchObject({ id: cashier.accountId, email: null, name: 'Beto Ruiz' })
    expect(me.body.stores).toMatchObject([{ storeId: store.id, role: 'cashier' }])
    const opened = await app.call(session, 'POST', '/pos/shifts', {
      storeId: store.id,
      openingFloatCentavos: 10_000,
    })
    expect(opened.status, opened.text).toBe(201)
  })

  test.each<[string, () => Promise<Answer>]>([
    ['dismissed', () => dismiss(supervisor.membershipId)],
    ['made a cashier', () => change(store.manager, supervisor.membershipId, 'cashier')],
    ['blocked', () => setStatus(supervisor.id, 'BLOCKED')],
  ])('needs another PIN when whoever knows the first is %s before it was used', async (_, lower) => {
    const [unused, used] = [await added(), await working()]
    const byManager = (await add(store.manager)).body
    expect((await lower()).status).toBeLessThan(300)
    const refused = await choose(unused)
    expect([refused.status, refused.body.code]).toEqual([403, 'invalid_employee_code'])
    expect((await enterAt(app, terminal, used.code, ownPin)).token).not.toBe('')
    expect((await choose(byManager)).status).toBe(201)
  })

  test('gets the code that was asked for, and two in one store get different ones', async () => {
    expect((await added({ code: 'BETO' })).code).toBe('BETO')
    const taken = await add(supervisor, { code: 'BETO', name: 'Otro Beto' })
    expect(taken).toMatchObject({ status: 409, body: { code: 'duplicate_value' } })
    expect(taken.body.errors[0].path).toBe('/code')
    expect(await accountsNamed('Otro Beto')).toEqual([])
    const other = await app.world.store()
    expect((await add(other.manager, { storeId: other.id, code: 'BETO' })).status).toBe(201)
  })

  test('is added by supervisors and managers of that store, with a password and a confirmation', async () => {
    expect((await add(store.manager)).status).toBe(201)
    const foreign = await app.world.store()
    for (const person of [
      await app.world.member(store, 'cashier'),
      foreign.manager,
      await app.world.platformAdmin(),
      await app.world.person(),
    ])
      expect((await add(person)).body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await add(undefined)).status).toBe(401)
    const absent = await add(supervisor, { storeId: randomUUID() })
    expect(bare(await add(supervisor, { storeId: foreign.id }))).toBe(bare(absent))
    const late = await app.world.session(supervisor.id, { confirmed: false })
    expect((await add({ ...supervisor, token: late })).body.code).toBe('confirmation_required')
    const { token } = await working()
    expect((await add({ ...supervisor, token })).body.code).toBe('password_required')
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name of two lines', { name: 'Beto\nRuiz' }],
    ['a code of three digits', { code: '123' }],
    ['a PIN', { pin: '482913' }],
    ['an e-mail', { email: 'beto@example.test' }],
  ])('is refused with %s', async (_what, order) => {
    expect((await add(supervisor, order)).status).toBe(422)
  })

  test('is one of two hundred in a store', async () => {
    await app.admin.query(
      `select shop.admit_member($1, $2, identity.open_account_without_email('Lleno ' || n), 'cashier')
         from generate_series(1, 199) n`,
      [store.merchantId, store.id],
    )
    const last = await added()
    expect((await add(supervisor)).body).toMatchObject({ code: 'too_many_cashiers', most: 200 })
    expect((await dismiss(last.membershipId)).status).toBe(204)
    await added()
  })
})

describe('twenty at once', () => {
  test('with one key are one cashier, and its PIN is in one answer', async () => {
    const name = `Una ${randomUUID()}`
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(supervisor, { name }, key)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201))
    expect(await accountsNamed(name)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.accountId)).size).toBe(1)
    const withPin = answers.filter(({ body }) => body.pin !== null)
    expect(withPin).toHaveLength(1)
    expect(withPin[0]?.headers.get('idempotent-replayed')).toBeNull()
    const { rows } = await app.admin.query(
      'select k::text as kept from app.idempotency_keys k where key = $1',
      [key['idempotency-key']],
    )
    expect(rows[0].kept).not.toContain(withPin[0]?.body.pin)
  })

  test('with one code are one cashier, and nothing is left of the others', async () => {
    const name = `Una ${randomUUID()}`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => add(supervisor, { name, code: 'UNICA' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ])
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('duplicate_value')
    expect(await accountsNamed(name)).toHaveLength(1)
  })

  test('without a code get twenty codes', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(supervisor)))
    expect(new Set(answers.map(({ body }) => body.code)).size).toBe(20)
  })
})

describe('without an e-mail', () => {
  test('nobody signs in with a password, gets a link for one, or a label of the platform', async () => {
    const { accountId } = await working()
    for (const email of ['null', '   ', accountId]) {
      const signIn = await app.call(undefined, 'POST', '/auth/sessions', {
        email,
        password: 'tres tristes tigres',
      })
      expect(signIn.body.code).toBe('invalid_credentials')
    }
    const admin = await app.world.platformAdmin()
    const links = [
      await app.call(store.manager, 'POST', `/pos/accounts/${accountId}/password-resets`),
      await app.call(admin, 'POST', `/platform/accounts/${accountId}/password-resets`),
    ]
    for (const link of links) expect(link).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const label = await app.call(admin, 'POST', '/platform/roles', {
      email: accountId,
      label: 'platformOperator',
    })
    expect(label.status).toBe(422)
    const blocked = await app.call(admin, 'PATCH', `/platform/accounts/${accountId}/status`, {
      status: 'BLOCKED',
      reason: 'Prueba',
    })
    expect(blocked.body).toMatchObject({ id: accountId, email: null, status: 'BLOCKED' })
  })

  test('an account gets neither password nor second factor', async () => {
    const { accountId } = await added()
    const { rows } = await app.admin.query(`select identity.set_password($1, 'x', true, false) as "isSet"`, [
      accountId,
    ])
    expect(rows).toEqual([{ isSet: false }])
    await expect(
      app.admin.query(`select identity.begin_totp('\\x00') from set_config('app.account_id', $1, true)`, [
        accountId,
      ]),
    ).rejects.toThrow('second_factor_enabled')
    const kept = await app.admin.query('select from identity.credentials where account_id = $1', [accountId])
    expect(kept.rowCount).toBe(0)
  })

  test('nobody becomes supervisor or manager', async () => {
    const { membershipId } = await added()
    for (const role of ['supervisor', 'manager'])
      expect((await change(store.manager, membershipId, role)).body).toMatchObject({
        status: 409,
        code: 'email_required',
      })
    expect((await change(store.manager, membershipId, 'cashier')).status).toBe(200)
    const { accountId } = await added()
    const other = await app.world.store()
    await expect(
      app.admin.query(`select shop.admit_member($1, $2, $3, 'manager')`, [
        other.merchantId,
        other.id,
        accountId,
      ]),
    ).rejects.toThrow(/email_required/)
  })

  test('nobody owns a merchant, when a restored database has lost the e-mail', async () => {
    const { accountId } = await added()
    await app.admin.query('select platform.change_owner_again($1, $2)', [store.merchantId, accountId])
    const { rows } = await app.admin.query('select status, owner_id from platform.merchants where id = $1', [
      store.merchantId,
    ])
    expect(rows).toEqual([{ status: 'SUSPENDED', owner_id: store.manager.id }])
  })

  test('the end of the membership is the end of every way in', async () => {
    const { membershipId, employeeId, code, token } = await working()
    expect((await app.call({ token }, 'GET', '/auth/me')).status).toBe(200)
    expect((await dismiss(membershipId)).status).toBe(204)
    expect((await app.call({ token }, 'GET', '/auth/me')).status).toBe(401)
    const again = await atTerminal('/auth/terminal-sessions', { code, pin: ownPin })
    expect(again.body.code).toBe('invalid_employee_code')
    const minted = await app.call(store.manager, 'POST', `/pos/employees/${employeeId}/pin`, {})
    expect(minted.body.code).toBe('invalid_transition')
    const { rowCount } = await app.admin.query('select from shop.employee_pins where employee_id = $1', [
      employeeId,
    ])
    expect(rowCount).toBe(0)
  })
})
