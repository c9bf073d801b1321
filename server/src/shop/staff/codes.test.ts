import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type App, startApp } from '../../../test/app.ts'
import { digitsAlone } from '../../../test/digits-alone.ts'
import { enableTerminal } from '../../../test/terminal-session.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import { collectionRoutes } from '../../collections/routes.ts'
import { collectionsService } from '../../collections/service.ts'
import { ok, route } from '../../http/route.ts'
import { Id } from '../../http/shapes.ts'
import { createPasswords } from '../../identity/accounts/passwords.ts'
import { Type } from '../../json-schema.ts'
import { terminals } from '../terminals/collections.ts'
import { terminalsRoutes } from '../terminals/routes.ts'
import { terminalsService } from '../terminals/service.ts'
import { employees } from './collections.ts'
import { staffRoutes } from './routes.ts'
import { TypedCredentials } from './schema.ts'
import { type StaffService, staffService } from './service.ts'

let app: App
let store: Store
let team: Record<'owner' | 'manager' | 'supervisor' | 'cashier' | 'other', Member>

beforeAll(async () => {
  app = await startApp({
    poolSize: 16,
    routes: ({ database }) => {
      const collections = collectionsService({ database })
      const staff = staffService({
        database,
        publicUrl: () => 'https://pos.example.test',
        hasher: createPasswords(),
      })
      return [
        ...terminalsRoutes(terminalsService({ database, staff })),
        ...staffRoutes(staff),
        ...[employees, terminals].flatMap((each) => collectionRoutes(each, collections)),
        verifying(staff),
      ]
    },
  })
})
beforeEach(async () => {
  store = await app.world.store()
  team = {
    owner: store.manager,
    manager: await app.world.member(store, 'manager'),
    supervisor: await app.world.member(store, 'supervisor'),
    cashier: await app.world.member(store, 'cashier'),
    other: await app.world.member(store, 'cashier'),
  }
})
afterAll(() => app.close())

/** The interface for other domains, with its own handle. */
const verifying = (staff: StaffService) =>
  route({
    method: 'POST',
    path: '/test/verify/{storeId}',
    name: 'verifyEmployee',
    summary: 'Identify the person at the till',
    tag: 'operation',
    access: 'store:cashier',
    store: 'params',
    params: Type.Object({ storeId: Id }),
    body: TypedCredentials,
    responses: { 200: Type.Unknown() },
    problems: [
      'forbidden',
      'merchant_suspended',
      'employee_locked',
      'invalid_employee_code',
      'pin_not_chosen',
      'pin_expired',
    ],
    handle: async ({ grant, params, body }) => ok(await staff.verifyEmployee(grant, params.storeId, body)),
  })

const absentId = '01890000-0000-7000-8000-000000000000'
const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
const employeeOf = async ({ membershipId }: { membershipId: string }): Promise<string> =>
  (await app.admin.query('select id from shop.employees where membership_id = $1', [membershipId])).rows[0].id
const mintFor = (by: Person | undefined, employeeId: string, order: object = {}) =>
  app.call(by, 'POST', `/pos/employees/${employeeId}/pin`, order)
const mint = async (by: Person, of: Member, order: object = {}) => mintFor(by, await employeeOf(of), order)
const credentials = async (of: Member, pin = '482913'): Promise<{ code: string; pin: string }> => {
  const answer = await mint(team.owner, of)
  expect(answer.status, answer.text).toBe(201)
  await app.world.choosePin(of, pin)
  return { code: answer.body.code, pin }
}
const unlock = async (by: Person, of: Member) =>
  app.call(by, 'POST', `/pos/employees/${await employeeOf(of)}/unlock`)
const verify = (as: Person, typed: object, storeId = store.id) =>
  app.call(as, 'POST', `/test/verify/${storeId}`, typed)
const tryWrong = async (as: Person, code: string, times = 5): Promise<void> => {
  for (let no = 0; no < times; no++)
    expect((await verify(as, { code, pin: '000001' })).body.code).toBe('invalid_employee_code')
}
const audited = async (entityId: string): Promise<string[]> =>
  (
    await app.admin.query('select action from audit.log where entity_id = $1 order by id', [entityId])
  ).rows.map(({ action }) => action)

/** How employees use a new terminal. */
const atTill = async () => {
  const { deviceToken } = await enableTerminal(app, team.owner, 'Caja 1')
  const headers = { authorization: `Terminal ${deviceToken}` }
  return {
    signIn: (typed: object) => app.call(undefined, 'POST', '/auth/terminal-sessions', typed, headers),
    choose: (typed: object) => app.call(undefined, 'POST', '/auth/terminal-pins', typed, headers),
  }
}

describe('a PIN', () => {
  test('is generated with a code, shown once, and cannot be read afterwards', async () => {
    const id = await employeeOf(team.cashier)
    const answer = await mintFor(team.supervisor, id)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toEqual({
      employeeId: id,
      code: expect.stringMatching(/^[0-9]{4}$/),
      pin: expect.stringMatching(/^[0-9]{6}$/),
      expiresAt: expect.any(String),
    })
    const { code, pin } = answer.body
    await app.world.choosePin(team.cashier, '482913')
    expect((await verify(team.other, { code, pin: '482913' })).body).toMatchObject({
      membershipId: team.cashier.membershipId,
      accountId: team.cashier.id,
      role: 'cashier',
    })
    const record = await app.call(team.manager, 'GET', `/pos/employees/${id}`)
    expect(record.body.code).toBe(code)
    expect(Object.keys(record.body).join()).not.toMatch(/pin/i)
    const { rows } = await app.admin.query(
      `select coalesce(string_agg(after::text, ''), '') as text from audit.log`,
    )
    expect(rows[0].text).not.toMatch(digitsAlone(pin))
    expect(app.logLines.join('')).not.toMatch(digitsAlone(pin))
    expect(await audited(id)).toEqual(['employee_pin.minted', 'employee_pin.chosen'])
    const client = await app.admin.connect()
    try {
      await client.query('begin')
      await client.query('set local role mostrador_api')
      await expect(client.query('select pin_hash from shop.employee_pins')).rejects.toThrow(
        /permission denied/,
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('replaces the previous one, and the code stays unless another is chosen', async () => {
    const first = await credentials(team.cashier, '482913')
    const second = await credentials(team.cashier, '591704')
    expect(second.code).toBe(first.code)
    expect((await verify(team.other, first)).status).toBe(403)
    expect((await verify(team.other, second)).status).toBe(200)
    const chosen = await mint(team.manager, team.cashier, { code: 'CARLA1', pin: '4829' })
    expect(chosen.body).toMatchObject({ code: 'CARLA1', pin: '4829' })
    expect((await verify(team.other, second)).body.code).toBe('invalid_employee_code')
    await app.world.choosePin(team.cashier, '5917')
    expect((await verify(team.other, { code: ' carla1 ', pin: '5917' })).status).toBe(200)
  })

  test.each([
    '1111',
    '4747',
    '1234',
    '98765',
    '8901',
    '2109',
    '000000',
  ])('that is too easy, such as %s, is refused', async (pin) => {
    const answer = await mint(team.manager, team.cashier, { pin })
    expect(answer.body).toMatchObject({ status: 422, code: 'weak_pin' })
    expect(answer.body.errors[0].path).toBe('/pin')
  })

  test('equal to the code is refused', async () => {
    expect((await mint(team.manager, team.cashier, { code: '7391', pin: '7391' })).body.code).toBe('weak_pin')
    await mint(team.manager, team.cashier, { code: '7391' })
    expect((await mint(team.manager, team.cashier, { pin: '7391' })).body.code).toBe('weak_pin')
  })

  test.each([
    [{ pin: '12' }, '/pin'],
    [{ pin: 'abcd' }, '/pin'],
    [{ code: 'abc' }, '/code'],
    [{ code: 'TOOLONG99' }, '/code'],
    [{ pinHash: 'x' }, '/pinHash'],
  ])('requested with %j is refused for its %s', async (order, path) => {
    const answer = await mint(team.manager, team.cashier, order)
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path])
  })

  test('has a code that is unique in the store and may be reused in another', async () => {
    await mint(team.manager, team.cashier, { code: 'CAJA01' })
    const taken = await mint(team.manager, team.other, { code: 'CAJA01' })
    expect(taken.body).toMatchObject({ status: 409, code: 'duplicate_value', errors: [{ path: '/code' }] })
    const id = await employeeOf(team.other)
    const byHand = await app.call(team.manager, 'PATCH', `/pos/employees/${id}`, { code: 'CAJA01' })
    expect(byHand.body).toMatchObject({ status: 409, code: 'duplicate_value', errors: [{ path: '/code' }] })
    const elsewhere = await app.world.store()
    const there = await app.world.member(elsewhere, 'cashier')
    expect((await mint(elsewhere.manager, there, { code: 'CAJA01' })).status).toBe(201)
  })

  test('is generated by the roles that may', async () => {
    const table: [keyof typeof team, keyof typeof team, number][] = [
      ['cashier', 'cashier', 403],
      ['cashier', 'other', 404],
      ['supervisor', 'cashier', 201],
      ['supervisor', 'supervisor', 403],
      ['supervisor', 'manager', 403],
      ['manager', 'cashier', 201],
      ['manager', 'supervisor', 201],
      ['manager', 'manager', 201],
      ['manager', 'owner', 403],
      ['owner', 'manager', 201],
      ['owner', 'owner', 201],
    ]
    for (const [by, of, status] of table) {
      const answer = await mint(team[by], team[of])
      expect([by, of, answer.status]).toEqual([by, of, status])
    }
  })

  test('of the owner is theirs alone: nobody else changes their code, or makes them inactive', async () => {
    const typed = await credentials(team.owner)
    const id = await employeeOf(team.owner)
    const change = (by: Person, values: object) => app.call(by, 'PATCH', `/pos/employees/${id}`, values)
    for (const values of [{ status: 'INACTIVE' }, { code: null }, { code: 'OTRO99', phone: null }])
      expect((await change(team.manager, values)).body).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await verify(team.cashier, typed)).body.role).toBe('manager')
    expect((await change(team.manager, { phone: '5512345678' })).status).toBe(200)
    expect((await change(team.owner, { status: 'INACTIVE', code: 'OTRO99' })).status).toBe(200)
  })

  test('cannot be generated from another store, whose employees get the same answer as absent ones', async () => {
    const id = await employeeOf(team.cashier)
    const strangers = [
      (await app.world.store()).manager,
      (await app.world.store({ id: store.merchantId, owner: store.manager })).manager,
    ]
    const second = await app.world.store({ id: store.merchantId, owner: store.manager })
    strangers[1] = await app.world.member(second, 'manager')
    for (const person of strangers) {
      const [real, absent] = [await mintFor(person, id), await mintFor(person, absentId)]
      expect([real.status, bare(real)]).toEqual([404, bare(absent)])
    }
    expect((await mintFor(undefined, id)).status).toBe(401)
    expect((await mintFor(await app.world.operator(), id)).status).toBe(403)
  })

  test('requires an account in the store', async () => {
    const listed = await app.call(team.manager, 'POST', '/pos/employees', {
      storeId: store.id,
      name: 'Lista',
    })
    expect((await mintFor(team.manager, listed.body.id)).body).toMatchObject({
      status: 409,
      code: 'invalid_transition',
    })
  })

  test('is deleted with the membership', async () => {
    const typed = await credentials(team.cashier)
    await app.call(team.manager, 'DELETE', `/pos/memberships/${team.cashier.membershipId}`)
    expect((await verify(team.other, typed)).body.code).toBe('invalid_employee_code')
    expect((await mint(team.manager, team.cashier)).status).toBe(409)
    expect(
      (
        await app.admin.query(
          `select from shop.employee_pins p
             join shop.employees e on e.merchant_id = p.merchant_id and e.id = p.employee_id
            where e.membership_id = $1`,
          [team.cashier.membershipId],
        )
      ).rowCount,
    ).toBe(0)
  })

  test('is deleted when its holder is promoted beyond what the person who generated it may grant', async () => {
    const minted = (await mint(team.supervisor, team.cashier)).body
    const kept = (await mint(team.manager, team.other)).body
    for (const member of [team.cashier, team.other])
      await app.call(team.owner, 'PATCH', `/pos/memberships/${member.membershipId}`, { role: 'supervisor' })
    const typed = ({ code, pin }: { code: string; pin: string }) => ({ code, pin })
    expect((await verify(team.supervisor, typed(minted))).body.code).toBe('invalid_employee_code')
    expect((await verify(team.supervisor, typed(kept))).body.code).toBe('pin_not_chosen')
  })

  test('that its holder has chosen is kept after a promotion', async () => {
    const { code } = (await mint(team.supervisor, team.cashier)).body
    await app.world.choosePin(team.cashier, '482913')
    await app.call(team.owner, 'PATCH', `/pos/memberships/${team.cashier.membershipId}`, {
      role: 'supervisor',
    })
    expect((await verify(team.supervisor, { code, pin: '482913' })).body).toMatchObject({
      role: 'supervisor',
    })
  })
})

describe('a minted PIN', () => {
  const given = async (of: Member, order: object = {}) => {
    const { code, pin } = (await mint(team.manager, of, order)).body
    return { code, pin } as { code: string; pin: string }
  }

  test('works once, to choose your own at the till; the person who generated it cannot sign in with it', async () => {
    const { signIn, choose } = await atTill()
    const typed = await given(team.supervisor)
    expect((await signIn(typed)).body).toMatchObject({ status: 403, code: 'pin_not_chosen' })
    // Nor does it authorize anything at another employee's till.
    expect((await verify(team.cashier, typed)).body.code).toBe('pin_not_chosen')
    const chosen = await choose({ ...typed, newPin: '482913' })
    expect(chosen.status, chosen.text).toBe(201)
    expect(chosen.headers.get('cache-control')).toBe('no-store')
    expect(chosen.headers.get('set-cookie')).toMatch(/HttpOnly/)
    expect(chosen.body.employee).toMatchObject({
      membershipId: team.supervisor.membershipId,
      role: 'supervisor',
    })
    expect((await app.call(chosen.body, 'GET', '/pos/terminals')).status).toBe(200)
    expect((await signIn(typed)).body.code).toBe('invalid_employee_code')
    expect((await choose({ ...typed, newPin: '591704' })).body.code).toBe('invalid_employee_code')
    expect((await signIn({ code: typed.code, pin: '482913' })).status).toBe(201)
    const { rows } = await app.admin.query(
      `select user_id, after from audit.log where action = 'employee_pin.chosen' and entity_id = $1`,
      [await employeeOf(team.supervisor)],
    )
    expect(rows).toEqual([{ user_id: team.supervisor.id, after: { code: typed.code } }])
    expect(app.logLines.join('')).not.toMatch(digitsAlone('482913'))
  })

  test('must be replaced within three days', async () => {
    const { signIn, choose } = await atTill()
    const typed = await given(team.cashier)
    await app.admin.query(`update shop.employee_pins set one_time_until = now() where employee_id = $1`, [
      await employeeOf(team.cashier),
    ])
    for (const answer of [
      await signIn(typed),
      await choose({ ...typed, newPin: '482913' }),
      await verify(team.other, typed),
    ])
      expect(answer.body).toMatchObject({ status: 403, code: 'pin_expired' })
  })

  test.each([
    '1234',
    '0000',
    '9876',
    '4747',
    'the code',
    'the generated one',
  ])('cannot be replaced with %s', async (weak) => {
    const { signIn, choose } = await atTill()
    const typed = await given(team.cashier, { code: '7391' })
    const newPin = weak === 'the code' ? typed.code : weak === 'the generated one' ? typed.pin : weak
    const refused = await choose({ ...typed, newPin })
    expect(refused.body).toMatchObject({ status: 422, code: 'weak_pin', errors: [{ path: '/newPin' }] })
    expect((await signIn(typed)).body.code).toBe('pin_not_chosen')
    expect((await choose({ ...typed, newPin: '482913' })).status).toBe(201)
  })

  test('is locked with its code after five wrong attempts to replace it', async () => {
    const { choose } = await atTill()
    const typed = await given(team.cashier)
    for (let no = 0; no < 5; no++)
      expect((await choose({ code: typed.code, pin: '000001', newPin: '482913' })).body.code).toBe(
        'invalid_employee_code',
      )
    expect((await choose({ ...typed, newPin: '482913' })).body).toMatchObject({
      status: 429,
      code: 'employee_locked',
    })
  })

  test('is replaced once by two concurrent requests', async () => {
    const { choose, signIn } = await atTill()
    const typed = await given(team.cashier)
    const pins = ['482913', '591704', '730261']
    const answers = await Promise.all(pins.map((newPin) => choose({ ...typed, newPin })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
    const entered = await Promise.all(pins.map((pin) => signIn({ code: typed.code, pin })))
    expect(entered.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
  })

  test('can be replaced only at a terminal', async () => {
    const typed = await given(team.cashier)
    const answer = await app.call(undefined, 'POST', '/auth/terminal-pins', { ...typed, newPin: '482913' })
    expect(answer.body).toMatchObject({ status: 401, code: 'terminal_not_enabled' })
  })

  test('ends the sessions of the previous PIN, and so does choosing another', async () => {
    const { signIn, choose } = await atTill()
    const { code } = await credentials(team.cashier)
    const before = (await signIn({ code, pin: '482913' })).body
    const chosen = (await choose({ code, pin: '482913', newPin: '730261' })).body
    expect((await app.call(before, 'GET', '/pos/terminals')).status).toBe(401)
    expect((await app.call(chosen, 'GET', '/pos/terminals')).status).toBe(200)
    await given(team.cashier)
    expect((await app.call(chosen, 'GET', '/pos/terminals')).status).toBe(401)
    expect((await signIn({ code, pin: '730261' })).body.code).toBe('invalid_employee_code')
  })
})

describe('five wrong PINs', () => {
  test('lock the code for 15 minutes, even for the right PIN', async () => {
    const typed = await credentials(team.supervisor)
    await tryWrong(team.cashier, typed.code)
    const locked = await verify(team.cashier, typed)
    expect(locked.body).toMatchObject({ status: 429, code: 'employee_locked' })
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await audited(await employeeOf(team.supervisor))).slice(-6)).toEqual([
      ...Array(5).fill('employee_code.refused'),
      'employee_code.locked',
    ])
    await app.admin.query(
      `update shop.code_attempts set locked_until = now(), last_failed_at = now() - interval '16 minutes'`,
    )
    expect((await verify(team.cashier, typed)).status).toBe(200)
  })

  test('lock the code only at the terminal where they were typed', async () => {
    const typed = await credentials(team.supervisor)
    await tryWrong(team.cashier, typed.code)
    expect((await verify(team.cashier, typed)).status).toBe(429)
    expect((await verify(team.other, typed)).status).toBe(200)
    const { signIn } = await atTill()
    expect((await signIn(typed)).status).toBe(201)
    for (let no = 0; no < 5; no++) expect((await signIn({ ...typed, pin: '000001' })).status).toBe(403)
    expect((await signIn(typed)).body.code).toBe('employee_locked')
    expect((await verify(team.other, typed)).status).toBe(200)
  })

  test('of many sent at the same time, only five are judged', async () => {
    const typed = await credentials(team.supervisor)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_each, no) =>
        verify(team.cashier, { code: typed.code, pin: String(no).padStart(6, '0') }),
      ),
    )
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('are cleared by a right one, and when a supervisor unlocks the code or generates a PIN', async () => {
    const typed = await credentials(team.cashier)
    await tryWrong(team.other, typed.code, 4)
    expect((await verify(team.other, typed)).status).toBe(200)
    await tryWrong(team.other, typed.code, 5)
    expect((await unlock(team.cashier, team.cashier)).status).toBe(403)
    expect((await unlock(team.supervisor, team.cashier)).status).toBe(204)
    expect((await verify(team.other, typed)).status).toBe(200)
    await tryWrong(team.other, typed.code, 5)
    expect((await verify(team.other, await credentials(team.cashier))).status).toBe(200)
    expect(await audited(await employeeOf(team.cashier))).toContain('employee_code.unlocked')
  })

  test('for an unknown code, or for a former employee, get the same answer', async () => {
    const gone = await credentials(team.other)
    await app.call(team.manager, 'DELETE', `/pos/memberships/${team.other.membershipId}`)
    const seen: string[][] = []
    for (const code of ['ZZZZ', gone.code]) {
      const answers: string[] = []
      for (let no = 0; no < 6; no++) answers.push(bare(await verify(team.cashier, { code, pin: gone.pin })))
      seen.push(answers.map((each) => each.replace(/\d{3} seconds|"retryAfter[^,]*/g, '')))
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.[5]).toContain('employee_locked')
  })
})

test('only people of the store can verify an employee in it', async () => {
  const typed = await credentials(team.cashier)
  const stranger = (await app.world.store()).manager
  expect((await verify(stranger, typed)).status).toBe(403)
  expect((await verify(await app.world.operator(), typed)).status).toBe(403)
})
