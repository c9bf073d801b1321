import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { enableTerminal, enterAt, giveCode, type TestTerminal } from '../../../test/terminal-session.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let terminal: TestTerminal
let team: Record<'manager' | 'supervisor' | 'cashier', Member>

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  team = await app.world.team(store)
  terminal = await enableTerminal(app, store.manager, 'Caja 1')
})

const disable = () => app.call(team.manager, 'POST', `/pos/terminals/${terminal.id}/disable`)
const employeeOf = async ({ membershipId }: Member): Promise<string> =>
  (await app.admin.query('select id from shop.employees where membership_id = $1', [membershipId])).rows[0].id
const mint = async (by: Person, of: Member) =>
  app.call(by, 'POST', `/pos/employees/${await employeeOf(of)}/pin`, {})
const setStatus = async (by: Person, of: Member, status: string) =>
  app.call(by, 'PATCH', `/pos/employees/${await employeeOf(of)}`, { status })
const pin = '482913'
const credentials = async (of: Member) => ({ code: await giveCode(app, store.manager, of, pin), pin })
const signIn = (typed: object) =>
  app.call(undefined, 'POST', '/auth/terminal-sessions', typed, {
    authorization: `Terminal ${terminal.deviceToken}`,
  })
const signedIn = async (of: Member, at = terminal) =>
  enterAt(app, at, await giveCode(app, store.manager, of, pin), pin)
const audited = async (entityId: string): Promise<string[]> =>
  (
    await app.admin.query('select action from audit.log where entity_id = $1 order by id', [entityId])
  ).rows.map(({ action }) => action)

describe('an employee signed in at a terminal', () => {
  test('acts in its store without naming it, at that terminal, in their role', async () => {
    const answer = await signIn(await credentials(team.cashier))
    expect(answer.body).toMatchObject({
      employee: { membershipId: team.cashier.membershipId, name: team.cashier.name, role: 'cashier' },
      terminal: { id: terminal.id, name: 'Caja 1', storeId: store.id },
    })
    expect(answer.headers.get('set-cookie')).toContain(answer.body.token)
    const me = await app.call(answer.body, 'GET', '/auth/me')
    expect(me.body).toMatchObject({
      account: { id: team.cashier.id },
      labels: [],
      terminalId: terminal.id,
      stores: [{ storeId: store.id, role: 'cashier' }],
    })
    const shift = await app.call(answer.body, 'POST', '/pos/shifts', { openingFloatCentavos: 0 })
    expect(shift.body).toMatchObject({
      storeId: store.id,
      terminalId: terminal.id,
      membershipId: team.cashier.membershipId,
    })
  })

  test('cannot act at another terminal', async () => {
    const session = await signedIn(team.cashier)
    const other = await enableTerminal(app, store.manager, 'Caja 2')
    const order = { openingFloatCentavos: 0, terminalId: other.id }
    expect((await app.call(session, 'POST', '/pos/shifts', order)).body).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
  })

  test('cannot reach other stores or merchants of the same account', async () => {
    const elsewhere = await app.world.store({ id: store.merchantId, owner: store.manager })
    const third = await app.world.store()
    await app.world.member(third, 'manager', team.cashier)
    const cashier = await signedIn(team.cashier)
    const owner = await signedIn(store.manager, await enableTerminal(app, store.manager, 'Caja 3'))
    for (const [session, storeId] of [
      [cashier, third.id],
      [owner, elsewhere.id],
    ] as const) {
      const category = { storeId, name: 'x' }
      expect((await app.call(session, 'POST', '/pos/categories', category)).status).toBe(403)
      expect((await app.call(session, 'GET', `/pos/shifts/current?storeId=${storeId}`)).status).toBe(403)
      expect((await app.call(session, 'GET', `/pos/stores/${storeId}`)).status).toBe(404)
      const terminals = await app.call(session, 'GET', '/pos/terminals')
      const stores = terminals.body.items.map((each: { storeId: string }) => each.storeId)
      expect([...new Set(stores)]).toEqual([store.id])
    }
    const order = { name: 'Otra', code: 'OTRA' }
    expect((await app.call(owner, 'POST', '/pos/stores', order)).body).toMatchObject({
      status: 403,
      code: 'password_required',
    })
    expect((await app.call(store.manager, 'POST', '/pos/stores', order)).status).toBe(201)
  })

  test('has no platform labels', async () => {
    const cashier = await app.world.member(store, 'cashier')
    const session = await signedIn(cashier)
    // Inserted directly, since the product does not let store staff be platform staff.
    await app.world.giveLabel(cashier.id, 'distributor')
    expect((await app.call(cashier, 'GET', '/auth/me')).body.labels).toEqual(['distributor'])
    expect((await app.call(session, 'GET', '/platform/merchants')).body.code).toBe('password_required')
    expect((await app.call(session, 'GET', '/auth/me')).body.labels).toEqual([])
  })

  test('does not count as confirmed, even when the platform waives second factors', async () => {
    await app.admin.query(
      `insert into settings.settings (key, value) values ('platform.second_factor_required', 'false')`,
    )
    try {
      const session = await signedIn(team.cashier)
      const { rows } = await app.admin.query(
        `select app.authenticate(sha256($1::bytea), null, false, 'r') ->> 'isConfirmed' as confirmed`,
        [session.token],
      )
      expect(rows).toEqual([{ confirmed: 'false' }])
    } finally {
      await app.admin.query(`delete from settings.settings where key = 'platform.second_factor_required'`)
    }
  })

  test('signs out of that session only', async () => {
    const session = await signedIn(team.cashier)
    expect((await app.call(session, 'DELETE', '/auth/sessions')).body.code).toBe('password_required')
    expect((await app.call(session, 'DELETE', '/auth/sessions/current')).status).toBe(204)
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
    expect((await app.call(team.cashier, 'GET', '/auth/me')).status).toBe(200)
  })

  test('is signed out after half an hour idle, also with earlier activity', async () => {
    const session = await signedIn(team.cashier)
    const hash = createHash('sha256').update(session.token).digest()
    const idle = async () =>
      (
        await app.admin.query(
          `select round(extract(epoch from idle_until - now()) / 60)::int as minutes from identity.sessions where token_hash = $1`,
          [hash],
        )
      ).rows[0].minutes
    expect(await idle()).toBe(30)
    await app.admin.query(
      `update identity.sessions set last_seen_at = now() - interval '3 minutes', idle_until = now() + interval '1 minute'
        where token_hash = $1`,
      [hash],
    )
    await app.admin.query('select identity.touch_session($1)', [hash])
    expect(await idle()).toBe(30)
    await app.admin.query('update identity.sessions set idle_until = now() where token_hash = $1', [hash])
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
  })
})

describe('a terminal session ends', () => {
  const switches: [string, () => Promise<{ status: number }>][] = [
    ['the terminal is disabled', disable],
    [
      'its record is disabled',
      () => app.call(team.manager, 'PATCH', `/pos/terminals/${terminal.id}`, { status: 'DISABLED' }),
    ],
    [
      'another device takes its place',
      () => app.call(team.manager, 'POST', `/pos/terminals/${terminal.id}/enable`, {}),
    ],
    [
      'the membership ends',
      () => app.call(team.manager, 'DELETE', `/pos/memberships/${team.cashier.membershipId}`),
    ],
    ['the PIN changes', () => mint(team.supervisor, team.cashier)],
    ['their record becomes inactive', () => setStatus(team.manager, team.cashier, 'INACTIVE')],
    [
      'the account is blocked',
      async () =>
        app.call(await app.world.platformAdmin(), 'PATCH', `/platform/accounts/${team.cashier.id}/status`, {
          status: 'BLOCKED',
          reason: 'Prueba',
        }),
    ],
  ]
  test.each(switches)('when %s', async (_name, pull) => {
    const session = await signedIn(team.cashier)
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(200)
    expect((await pull()).status).toBeLessThan(300)
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
  })

  test.each(switches)('and nothing of it commits after the answer when %s', async (_name, pull) => {
    const session = await signedIn(team.cashier)
    const shift = await app.call(session, 'POST', '/pos/shifts', { openingFloatCentavos: 0 })
    const count = async () =>
      (
        await app.admin.query('select count(*)::int as n from shop.cash_movements where shift_id = $1', [
          shift.body.id,
        ])
      ).rows[0].n
    const order = { kind: 'CASH_IN', amountCentavos: 1, reason: 'x' }
    const writes = Array.from({ length: 10 }, () =>
      app.call(session, 'POST', `/pos/shifts/${shift.body.id}/cash_movements`, order),
    )
    const pulled = pull().then(async () => count())
    const answers = await Promise.all(writes)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(await count())
    expect(await pulled).toBe(await count())
    for (const { status } of answers) expect([201, 401]).toContain(status)
  })

  test('and stays ended when the terminal is enabled again', async () => {
    const session = await signedIn(team.cashier)
    await disable()
    const typed = await credentials(team.cashier)
    expect((await signIn(typed)).body.code).toBe('terminal_not_enabled')
    const answer = await app.call(
      await app.world.operator(),
      'POST',
      `/platform/terminals/${terminal.id}/enable`,
      { reason: 'Lo pidió la tienda por teléfono' },
    )
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ id: terminal.id, storeId: store.id, status: 'ENABLED' })
    expect(answer.text).not.toContain(terminal.deviceToken)
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(typed)).status).toBe(201)
    expect(await audited(terminal.id)).toContain('terminal.assisted')
  })

  test('and stays ended when the employee becomes active again, who signs in with the same PIN', async () => {
    const typed = await credentials(team.cashier)
    const { body: session } = await signIn(typed)
    await setStatus(team.manager, team.cashier, 'INACTIVE')
    expect((await signIn(typed)).body.code).toBe('invalid_employee_code')
    expect((await setStatus(team.manager, team.cashier, 'ACTIVE')).status).toBe(200)
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(typed)).status).toBe(201)
  })

  test('when the merchant is suspended', async () => {
    const session = await signedIn(team.cashier)
    const typed = await credentials(team.supervisor)
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    expect((await app.call(session, 'POST', '/pos/shifts', { openingFloatCentavos: 0 })).body.code).toBe(
      'merchant_suspended',
    )
    expect((await signIn(typed)).body).toMatchObject({ status: 403, code: 'merchant_suspended' })
    const chosen = await app.call(
      undefined,
      'POST',
      '/auth/terminal-pins',
      { ...typed, newPin: '591704' },
      { authorization: `Terminal ${terminal.deviceToken}` },
    )
    expect(chosen.body).toMatchObject({ status: 403, code: 'merchant_suspended' })
    await app.admin.query(`select platform.write_status($1, 'ACTIVE')`, [store.merchantId])
    expect((await signIn(typed)).status, 'the PIN is the same').toBe(201)
  })
})
