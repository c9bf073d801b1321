import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let terminalId: string
let team: Record<'manager' | 'supervisor' | 'cashier', Member>

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  team = await app.world.team(store)
  terminalId = await terminal('Caja 1')
})

const absentId = '01890000-0000-7000-8000-000000000000'
const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
const terminal = async (name: string, of = store): Promise<string> =>
  (await app.call(of.manager, 'POST', '/pos/terminals', { storeId: of.id, name })).body.id
const enable = (person: Person | undefined, id: string, body: object = {}) =>
  app.call(person, 'POST', `/pos/terminals/${id}/enable`, body)
const disable = (person: Person | undefined, id: string) =>
  app.call(person, 'POST', `/pos/terminals/${id}/disable`)
const device = async (id = terminalId): Promise<string> => {
  const answer = await enable(team.manager, id)
  expect(answer.status, answer.text).toBe(201)
  return answer.body.deviceToken
}
const employeeOf = async ({ membershipId }: { membershipId: string }): Promise<string> =>
  (await app.admin.query('select id from shop.employees where membership_id = $1', [membershipId])).rows[0].id
const mint = async (by: Person, of: Member, order: object = {}) =>
  app.call(by, 'POST', `/pos/employees/${await employeeOf(of)}/pin`, order)
const credentials = async (of: Member, pin = '482913'): Promise<{ code: string; pin: string }> => {
  const answer = await mint(store.manager, of)
  expect(answer.status, answer.text).toBe(201)
  await app.world.choosePin(of, pin)
  return { code: answer.body.code, pin }
}
const signIn = (deviceToken: string | undefined, typed: object) =>
  app.call(
    undefined,
    'POST',
    '/auth/terminal-sessions',
    typed,
    deviceToken === undefined ? {} : { authorization: `Terminal ${deviceToken}` },
  )
const signedIn = async (deviceToken: string, of: Member): Promise<{ token: string }> => {
  const answer = await signIn(deviceToken, await credentials(of))
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const audited = async (entityId: string): Promise<string[]> =>
  (
    await app.admin.query('select action from audit.log where entity_id = $1 order by id', [entityId])
  ).rows.map(({ action }) => action)

describe('the record of a terminal', () => {
  test('cannot take the name of another in its store', async () => {
    const other = await terminal('Caja 2')
    const change = await app.call(team.manager, 'PATCH', `/pos/terminals/${other}`, { name: 'Caja 1' })
    expect(change.body).toMatchObject({ status: 409, code: 'duplicate_value', errors: [{ path: '/name' }] })
    expect((await app.call(team.manager, 'GET', `/pos/terminals/${other}`)).body.name).toBe('Caja 2')
  })

  test('is kept once a drawer was opened at it', async () => {
    const shift = { storeId: store.id, terminalId, openingFloatCentavos: 0 }
    expect((await app.call(team.cashier, 'POST', '/pos/shifts', shift)).status).toBe(201)
    const deleted = await app.call(team.manager, 'DELETE', `/pos/terminals/${terminalId}`)
    expect(deleted.body).toMatchObject({ status: 409, code: 'still_referenced' })
    expect((await app.call(team.manager, 'GET', `/pos/terminals/${terminalId}`)).status).toBe(200)
    const unused = await terminal('Caja 2')
    expect((await app.call(team.manager, 'DELETE', `/pos/terminals/${unused}`)).status).toBe(204)
  })
})

describe('a device', () => {
  test('is enabled as a terminal by a manager, and its token is shown once and stored hashed', async () => {
    const answer = await enable(team.manager, terminalId)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const { deviceToken } = answer.body
    const { rows } = await app.admin.query(
      'select token_hash from shop.terminal_devices where terminal_id = $1',
      [terminalId],
    )
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(deviceToken).digest())
    const record = await app.call(team.cashier, 'GET', `/pos/terminals/${terminalId}`)
    expect(record.body).toMatchObject({
      status: 'ENABLED',
      deviceEnabledAt: answer.body.deviceEnabledAt,
    })
    expect(record.text).not.toContain(deviceToken)
    expect(await audited(terminalId)).toEqual(['terminal.created', 'terminal.enabled'])
  })

  test('gets its token in a cookie on request, and is identified by it', async () => {
    const answer = await enable(team.manager, terminalId, { isThisDevice: true })
    const [cookie] = (answer.headers.get('set-cookie') ?? '').split(';')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
    const typed = await credentials(team.cashier)
    const session = await app.call(undefined, 'POST', '/auth/terminal-sessions', typed, {
      cookie: cookie ?? '',
    })
    expect(session.status, session.text).toBe(201)
  })

  test('replaced by another stops being a terminal, and its sessions end', async () => {
    const old = await device()
    const session = await signedIn(old, team.cashier)
    const fresh = await device()
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
    const typed = await credentials(team.cashier)
    expect((await signIn(old, typed)).body).toMatchObject({ status: 401, code: 'terminal_not_enabled' })
    expect((await signIn(fresh, typed)).status).toBe(201)
  })

  test('without a token, or with an unknown one, is not a terminal', async () => {
    const typed = await credentials(team.cashier)
    for (const token of [undefined, 'x'.repeat(43), 'short'])
      expect((await signIn(token, typed)).body).toMatchObject({ status: 401, code: 'terminal_not_enabled' })
    // A session token is not a device token.
    expect((await signIn(team.manager.token, typed)).status).toBe(401)
  })

  test('can be enabled and disabled only by managers of the store', async () => {
    const elsewhere = await app.world.store({ id: store.merchantId, owner: store.manager })
    const stranger = (await app.world.store()).manager
    const otherManager = await app.world.member(elsewhere, 'manager')
    for (const act of [enable, disable]) {
      expect((await act(team.supervisor, terminalId)).status).toBe(403)
      expect((await act(team.cashier, terminalId)).status).toBe(403)
      expect((await act(undefined, terminalId)).status).toBe(401)
      expect((await act(await app.world.operator(), terminalId)).status).toBe(403)
      for (const person of [stranger, otherManager]) {
        const [real, absent] = [await act(person, terminalId), await act(person, absentId)]
        expect([real.status, bare(real)]).toEqual([404, bare(absent)])
      }
    }
  })
})

describe('an enabling code', () => {
  const open = (person: Person | undefined, id = terminalId) =>
    app.call(person, 'POST', `/pos/terminals/${id}/enabling-codes`)
  const codeOf = async (id = terminalId): Promise<string> => {
    const answer = await open(team.manager, id)
    expect(answer.status, answer.text).toBe(201)
    return answer.body.code
  }
  const enableByCode = (code: string) => app.call(undefined, 'POST', '/auth/terminal-devices', { code })
  const cookieOf = ({ headers }: Answer) => (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const known = async (cookie: string) =>
    (await app.call(undefined, 'GET', '/auth/terminal-device', undefined, { cookie })).body.terminal

  test('enables the browser where it is typed, whose token is only in its cookie', async () => {
    const code = await codeOf()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    const answer = await enableByCode(` ${code.toLowerCase().replace('-', ' ')} `)
    expect(answer.status, answer.text).toBe(201)
    const terminal = { id: terminalId, name: 'Caja 1', storeId: store.id, status: 'ENABLED' }
    expect(answer.body.terminal).toMatchObject(terminal)
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/)
    const cookie = cookieOf(answer)
    expect(answer.text).not.toContain(cookie.split('=')[1])
    expect(await known(cookie)).toMatchObject(terminal)
    const typed = await credentials(team.cashier)
    const session = await app.call(undefined, 'POST', '/auth/terminal-sessions', typed, { cookie })
    expect(session.status, session.text).toBe(201)
    expect(await audited(terminalId)).toEqual([
      'terminal.created',
      'terminal.enabling_opened',
      'terminal.enabled',
    ])
    const { rows } = await app.admin.query(
      `select coalesce(string_agg(after::text, ''), '') as text from audit.log`,
    )
    expect(rows[0].text).not.toContain(code)
    expect(app.logLines.join('')).not.toContain(code)
  })

  test('works once, also for concurrent requests', async () => {
    const code = await codeOf()
    const answers = await Promise.all([enableByCode(code), enableByCode(code), enableByCode(code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect((await enableByCode(code)).body).toMatchObject({ status: 409, code: 'enabling_code_spent' })
  })

  test('becomes invalid when another is created, a device is enabled, or 15 minutes have passed', async () => {
    const first = await codeOf()
    const second = await codeOf()
    expect((await enableByCode(first)).status).toBe(409)
    await device()
    expect((await enableByCode(second)).status).toBe(409)
    const late = await codeOf()
    await app.admin.query('update shop.terminal_enabling_codes set expires_at = now()')
    expect((await enableByCode(late)).status).toBe(409)
    const disabled = await codeOf()
    await disable(team.manager, terminalId)
    expect((await enableByCode(disabled)).status).toBe(409)
    expect((await enableByCode('0O1IL-ABCDE')).status).toBe(409)
  })

  test('becomes invalid when the terminal is disabled in its record, which is audited like the command', async () => {
    await device()
    const code = await codeOf()
    const change = (body: object) => app.call(team.manager, 'PATCH', `/pos/terminals/${terminalId}`, body)
    const disabled = await change({ status: 'DISABLED' })
    expect(disabled.status, disabled.text).toBe(200)
    expect((await enableByCode(code)).body.code).toBe('enabling_code_spent')
    expect((await audited(terminalId)).slice(-2)).toEqual(['terminal.disabled', 'terminal.updated'])
    // A code for a disabled terminal outlasts a change of its name.
    const next = await codeOf()
    expect((await change({ name: 'Caja del fondo' })).body.status).toBe('DISABLED')
    expect((await enableByCode(next)).status).toBe(201)
  })

  test('becomes invalid when its creator loses the permission', async () => {
    const second = await app.world.member(store, 'manager')
    const { code } = (await open(second)).body
    await app.call(team.manager, 'DELETE', `/pos/memberships/${second.membershipId}`)
    // Hired again within the 15 minutes: the earlier code stays invalid.
    const back = await app.world.member(store, 'manager', second)
    expect((await enableByCode(code)).body.code).toBe('enabling_code_spent')
    const later = (await open(back)).body.code
    await app.call(team.manager, 'PATCH', `/pos/memberships/${back.membershipId}`, { role: 'cashier' })
    await app.call(team.manager, 'PATCH', `/pos/memberships/${back.membershipId}`, { role: 'manager' })
    expect((await enableByCode(later)).body.code).toBe('enabling_code_spent')
  })

  test('can be created only by managers of the store', async () => {
    expect((await open(team.supervisor)).status).toBe(403)
    expect((await open(team.cashier)).status).toBe(403)
    expect((await open(undefined)).status).toBe(401)
    const stranger = (await app.world.store()).manager
    const [real, absent] = [await open(stranger), await open(stranger, absentId)]
    expect([real.status, bare(real)]).toEqual([404, bare(absent)])
  })

  test('leaves the previous device enabled until it is used', async () => {
    const old = await device()
    const session = await signedIn(old, team.cashier)
    const code = await codeOf()
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(200)
    const cookie = cookieOf(await enableByCode(code))
    expect((await app.call(session, 'GET', '/auth/me')).status).toBe(401)
    expect((await signIn(old, await credentials(team.cashier))).body.code).toBe('terminal_not_enabled')
    expect(await known(`mostrador-terminal=${old}`)).toBeNull()
    expect(await known('')).toBeNull()
    await disable(team.manager, terminalId)
    expect(await known(cookie)).toMatchObject({ status: 'DISABLED' })
  })

  test('cannot enable terminals of a suspended merchant', async () => {
    const code = await codeOf()
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    expect((await enableByCode(code)).body).toMatchObject({ status: 403, code: 'merchant_suspended' })
  })
})

describe('the platform’s help', () => {
  test.each([
    'terminals',
    'invites',
  ])('with %s is only for its staff, and answers not_found for an absent one', async (noun) => {
    const path = `/platform/${noun}/${absentId}/${noun === 'terminals' ? 'enable' : 'resend'}`
    const body = { reason: 'Prueba' }
    expect((await app.call(await app.world.operator(), 'POST', path, body)).status).toBe(404)
    expect((await app.call(team.manager, 'POST', path, body)).status).toBe(403)
    expect((await app.call(undefined, 'POST', path, body)).status).toBe(401)
    expect((await app.call(await app.world.operator(), 'POST', path, {})).status).toBe(422)
  })

  test('renews an expired invitation, shows no token, and is audited', async () => {
    const made = await app.call(team.manager, 'POST', '/pos/invites', {
      storeId: store.id,
      email: 'late@example.test',
      role: 'cashier',
    })
    await app.admin.query(`update shop.invites set expires_at = now() - interval '1 day' where id = $1`, [
      made.body.id,
    ])
    const look = () => app.call(undefined, 'POST', '/auth/invites/lookup', { token: made.body.token })
    expect((await look()).status).toBe(409)
    const resend = async () =>
      app.call(await app.world.operator(), 'POST', `/platform/invites/${made.body.id}/resend`, {
        reason: 'Se le pasó la semana',
      })
    const answer = await resend()
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).not.toContain('late@example.test')
    expect(answer.text).not.toContain(made.body.token)
    expect((await look()).status).toBe(200)
    expect(await audited(made.body.id)).toEqual(['invite.created', 'invite.resent'])
    await app.call(team.manager, 'DELETE', `/pos/invites/${made.body.id}`)
    expect((await resend()).body).toMatchObject({ status: 409, code: 'invite_spent' })
  })
})
