import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { passTime } from '../../../test/pass-time.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import { storeRoles } from '../../authorization/matrix.ts'

let app: App
let store: Store
let team: Record<'owner' | 'manager' | 'supervisor' | 'cashier', Member>
let strangers: Record<string, Person>

beforeAll(async () => {
  app = await sharedProduct()
  strangers = {
    otherMerchant: (await app.world.store()).manager,
    customer: await app.world.person(),
    operator: await app.world.operator(),
    admin: await app.world.platformAdmin(),
  }
})
beforeEach(async () => {
  store = await app.world.store()
  team = {
    owner: store.manager,
    manager: await app.world.member(store, 'manager'),
    supervisor: await app.world.member(store, 'supervisor'),
    cashier: await app.world.member(store, 'cashier'),
  }
})

const absentId = '01890000-0000-7000-8000-000000000000'
const bare = ({ text }: Answer) => text.replace(/"requestId":"[^"]*"/, '')
const members = (person: Person, query = '') => app.call(person, 'GET', `/pos/memberships${query}`)
const change = (person: Person, of: { membershipId: string }, role: string) =>
  app.call(person, 'PATCH', `/pos/memberships/${of.membershipId}`, { role })
const end = (person: Person, of: { membershipId: string }) =>
  app.call(person, 'DELETE', `/pos/memberships/${of.membershipId}`)
const invite = (person: Person, role: string, email = 'new@example.test', storeId = store.id) =>
  app.call(person, 'POST', '/pos/invites', { storeId, email, role })
const invites = (person: Person) => app.call(person, 'GET', `/pos/invites?storeId=${store.id}`)
const audited = async (entityId: string): Promise<string[]> =>
  (
    await app.admin.query('select action from audit.log where entity_id = $1 order by id', [entityId])
  ).rows.map(({ action }) => action)

describe('members', () => {
  test('are listed to managers and supervisors; a cashier sees only themselves', async () => {
    const emails = (answer: Answer) => answer.body.items.map(({ email }: Member) => email)
    const everybody = Object.values(team).map(({ email }) => email)
    expect(emails(await members(team.manager, `?storeId=${store.id}`))).toEqual(everybody)
    expect(emails(await members(team.supervisor))).toEqual(everybody)
    expect(emails(await members(team.cashier))).toEqual([team.cashier.email])
    for (const person of Object.values(strangers))
      expect(emails(await members(person, `?storeId=${store.id}`))).toEqual([])
    const [first] = (await members(team.manager)).body.items
    expect(first).toEqual({
      id: team.owner.membershipId,
      storeId: store.id,
      accountId: team.owner.id,
      name: team.owner.name,
      email: team.owner.email,
      role: 'manager',
      pinRefusal: 'owner_only',
      createdAt: expect.stringMatching(/Z$/),
    })
  })

  test('are listed with why the caller may not give them a PIN, which is when it is refused', async () => {
    const employeeOf = async ({ membershipId }: Member): Promise<string> =>
      (await app.admin.query('select id from shop.employees where membership_id = $1', [membershipId]))
        .rows[0].id
    const seen: Record<string, (string | null)[]> = {}
    for (const by of ['supervisor', 'manager', 'owner'] as const) {
      const { body } = await members(team[by], `?storeId=${store.id}`)
      seen[by] = body.items.map(({ pinRefusal }: { pinRefusal: string | null }) => pinRefusal)
      for (const [at, of] of Object.values(team).entries()) {
        const { status } = await app.call(team[by], 'POST', `/pos/employees/${await employeeOf(of)}/pin`, {})
        expect([by, at, status]).toEqual([by, at, seen[by]?.[at] === null ? 201 : 403])
      }
    }
    const tooLow = 'role_too_low'
    expect(seen).toEqual({
      supervisor: [tooLow, tooLow, tooLow, null],
      manager: ['owner_only', null, null, null],
      owner: [null, null, null, null],
    })
  })

  test('are listed page by page', async () => {
    const seen: string[] = []
    let cursor = ''
    do {
      const answer = await members(team.manager, `?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...answer.body.items.map(({ id }: { id: string }) => id))
      cursor = answer.body.nextCursor
    } while (cursor)
    expect(seen).toEqual(Object.values(team).map(({ membershipId }) => membershipId))
    const foreign = (await members(team.manager, '?limit=1')).body.nextCursor
    expect((await members(team.supervisor, `?limit=1&cursor=${foreign}`)).body.code).toBe('invalid_cursor')
  })

  test('get another role from a manager, with effect on their next request', async () => {
    const order = { storeId: store.id, name: 'x', priceCentavos: 1 }
    expect((await app.call(team.cashier, 'POST', '/pos/products', order)).status).toBe(403)
    const answer = await change(team.manager, team.cashier, 'supervisor')
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ id: team.cashier.membershipId, role: 'supervisor' })
    expect((await app.call(team.cashier, 'POST', '/pos/products', order)).status).toBe(201)
    await change(team.manager, team.cashier, 'cashier')
    expect((await app.call(team.cashier, 'POST', '/pos/products', order)).status).toBe(403)
    await change(team.manager, team.cashier, 'cashier')
    expect(await audited(team.cashier.membershipId)).toEqual([
      'membership.created',
      'membership.role_changed',
      'membership.role_changed',
    ])
  })

  test('lose all access with their membership, and may come back', async () => {
    expect((await end(team.manager, team.supervisor)).status).toBe(204)
    expect((await members(team.supervisor)).body.items).toEqual([])
    expect((await invite(team.supervisor, 'cashier')).status).toBe(403)
    expect((await end(team.manager, team.supervisor)).status).toBe(404)
    expect((await change(team.manager, team.supervisor, 'cashier')).status).toBe(404)
    const record = await app.call(
      team.manager,
      'GET',
      `/pos/employees?membershipId=${team.supervisor.membershipId}`,
    )
    expect(record.body.items).toMatchObject([{ status: 'INACTIVE', email: team.supervisor.email }])
    const back = await app.world.member(store, 'cashier', team.supervisor)
    expect((await members(back)).body.items).toMatchObject([{ id: back.membershipId, role: 'cashier' }])
    expect(await audited(team.supervisor.membershipId)).toEqual(['membership.created', 'membership.ended'])
  })

  test('on the payroll cannot have the code of another', async () => {
    const hire = (name: string) =>
      app.call(team.manager, 'POST', '/pos/employees', { storeId: store.id, name, code: 'CAJA01' })
    expect((await hire('Beto Ruiz')).status).toBe(201)
    const taken = await hire('Otro Beto')
    expect(taken.body).toMatchObject({ status: 409, code: 'duplicate_value', errors: [{ path: '/code' }] })
    const { body } = await app.call(team.manager, 'GET', `/pos/employees?storeId=${store.id}&code=CAJA01`)
    expect(body.items).toMatchObject([{ name: 'Beto Ruiz' }])
  })

  test('leave their code to others, and the audit log says whose it was', async () => {
    const recordOf = async () =>
      (await app.call(team.manager, 'GET', `/pos/employees?membershipId=${team.cashier.membershipId}`)).body
        .items[0]
    const { id } = await recordOf()
    const coded = await app.call(team.manager, 'PATCH', `/pos/employees/${id}`, { code: 'CAJA01' })
    expect(coded.status, coded.text).toBe(200)
    expect((await end(team.manager, team.cashier)).status).toBe(204)
    expect(await recordOf()).toMatchObject({ status: 'INACTIVE', code: null })
    const next = { storeId: store.id, name: 'Beto Ruiz', code: 'CAJA01' }
    expect((await app.call(team.manager, 'POST', '/pos/employees', next)).status).toBe(201)
    const { rows } = await app.admin.query(
      `select before from audit.log where entity_id = $1 and action = 'membership.ended'`,
      [team.cashier.membershipId],
    )
    expect(rows).toEqual([{ before: { accountId: team.cashier.id, role: 'cashier', code: 'CAJA01' } }])
  })

  test('are changed by managers only', async () => {
    for (const act of [end, (who: Person, of: Member) => change(who, of, 'cashier')]) {
      for (const [who, of, status] of [
        [team.supervisor, team.cashier, 403],
        [team.supervisor, team.manager, 403],
        [team.cashier, team.cashier, 403],
        // A cashier cannot see who else works there.
        [team.cashier, team.supervisor, 404],
        [strangers['customer'] as Person, team.cashier, 403],
        [strangers['operator'] as Person, team.cashier, 403],
        [strangers['admin'] as Person, team.cashier, 403],
      ] as const)
        expect((await act(who, of)).status).toBe(status)
      const stranger = strangers['otherMerchant'] as Person
      const [foreign, absent] = [
        await act(stranger, team.cashier),
        await act(stranger, { ...team.cashier, membershipId: absentId }),
      ]
      expect(foreign.status).toBe(404)
      expect(bare(foreign)).toBe(bare(absent))
    }
    expect((await members(team.manager)).body.items).toHaveLength(4)
  })

  test('who own the merchant remain managers', async () => {
    for (const answer of [
      await change(team.manager, team.owner, 'cashier'),
      await end(team.manager, team.owner),
      await end(team.owner, team.owner),
    ])
      expect(answer.body).toMatchObject({ status: 409, code: 'owner_membership' })
  })

  test('who are managers may step down, and then cannot manage any more', async () => {
    expect((await change(team.manager, team.manager, 'cashier')).body.role).toBe('cashier')
    expect((await change(team.manager, team.manager, 'manager')).status).toBe(403)
  })

  test('who are managers and dismiss each other at the same time: one stays', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await app.world.member(store, 'manager'), await app.world.member(store, 'manager')]
      const answers = await Promise.all([end(a, b), end(b, a)])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
    }
  })

  test('cannot join twice', async () => {
    await expect(app.world.member(store, 'manager', team.cashier)).rejects.toThrow('already_member')
    const twice = await app.world.person()
    const both = await Promise.allSettled([
      app.world.member(store, 'cashier', twice),
      app.world.member(store, 'supervisor', twice),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('of a suspended merchant cannot be changed', async () => {
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    for (const { body } of [await end(team.manager, team.cashier), await invite(team.manager, 'cashier')])
      expect(body).toMatchObject({ status: 403, code: 'merchant_suspended' })
  })

  test('have no transaction in progress once their membership has ended', async () => {
    const order = { storeId: store.id, name: 'x', priceCentavos: 1 }
    for (let round = 0; round < 8; round++) {
      const leaver = await app.world.member(store, 'supervisor')
      let isOver = false
      const writing = Array.from({ length: 4 }, async () => {
        while (!isOver) await app.call(leaver, 'POST', '/pos/products', order)
      })
      await passTime(5 + round * 5, 'some writes are under way')
      expect((await end(team.manager, leaver)).status).toBe(204)
      const count = async () =>
        (await app.admin.query('select count(*)::int as n from audit.log where user_id = $1', [leaver.id]))
          .rows[0].n
      const atAnswer = await count()
      await passTime(60, 'a late write would commit')
      isOver = true
      await Promise.all(writing)
      expect(await count()).toBe(atAnswer)
    }
  })
})

describe('invitations', () => {
  test('have a token that is shown once and stored hashed', async () => {
    const made = await invite(team.manager, 'supervisor')
    expect(made.status, made.text).toBe(201)
    const { token, url, expiresAt, createdAt, ...rest } = made.body
    expect(rest).toEqual({
      id: expect.any(String),
      storeId: store.id,
      email: 'new@example.test',
      role: 'supervisor',
      membershipId: null,
    })
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(url).toBe(`${app.url}/invitacion#token=${token}`)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 24 * 3_600_000)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { rows } = await app.admin.query('select token_hash from shop.invites where id = $1', [rest.id])
    expect(rows[0].token_hash).toEqual(createHash('sha256').update(token).digest())
    const listed = await invites(team.supervisor)
    expect(listed.body.items).toEqual([{ ...rest, createdAt, expiresAt }])
    const everything = await app.admin.query('select to_jsonb(a)::text as row from audit.log a')
    expect(everything.rows.filter(({ row }) => row.includes(token))).toEqual([])
    expect(app.logLines.filter((line) => line.includes(token))).toEqual([])
  })

  test.each([
    ['owner', [201, 201, 201]],
    ['manager', [201, 201, 201]],
    ['supervisor', [201, 403, 403]],
    ['cashier', [403, 403, 403]],
  ] as const)('as %s, into cashier, supervisor and manager: %j', async (who, statuses) => {
    const answers = []
    for (const role of storeRoles) answers.push(await invite(team[who], role, `${role}@example.test`))
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    for (const refused of answers.filter(({ status }) => status === 403))
      expect(refused.body).toMatchObject({
        code: 'forbidden',
        requiredRole: expect.stringMatching(/^store:/),
      })
  })

  test('are limited to the inviter’s store: others get 403, existing or not', async () => {
    for (const person of Object.values(strangers)) {
      const [foreign, absent] = [
        await invite(person, 'cashier'),
        await invite(person, 'cashier', 'a@b.mx', absentId),
      ]
      expect(foreign.status).toBe(403)
      expect(bare(foreign)).toBe(bare(absent))
      expect((await invites(person)).body.items).toEqual([])
    }
    expect((await invites(team.cashier)).body.items).toEqual([])
  })

  test('to a current member are refused', async () => {
    const answer = await invite(team.manager, 'supervisor', team.cashier.email.toUpperCase())
    expect(answer.body).toMatchObject({ status: 409, code: 'already_member' })
  })

  test('to the same address replace an open one', async () => {
    const first = (await invite(team.manager, 'cashier')).body.id
    const second = (await invite(team.supervisor, 'cashier', 'NEW@example.test')).body.id
    expect((await invites(team.manager)).body.items.map(({ id }: { id: string }) => id)).toEqual([second])
    expect((await app.call(team.manager, 'DELETE', `/pos/invites/${first}`)).body.code).toBe('invite_spent')
    // Unless the previous one grants a role that the inviter may not.
    const high = (await invite(team.manager, 'manager')).body.id
    await invite(team.supervisor, 'cashier')
    expect((await invites(team.manager)).body.items.map(({ id }: { id: string }) => id)).toContain(high)
  })

  test('can be withdrawn by everybody who could have sent them', async () => {
    const withdraw = (person: Person, id: string) => app.call(person, 'DELETE', `/pos/invites/${id}`)
    const high = (await invite(team.manager, 'supervisor', 'high@example.test')).body.id
    const low = (await invite(team.manager, 'cashier', 'low@example.test')).body.id
    expect((await withdraw(team.cashier, low)).status).toBe(404)
    expect((await withdraw(team.supervisor, high)).status).toBe(403)
    expect((await withdraw(team.supervisor, low)).status).toBe(204)
    expect((await withdraw(team.supervisor, low)).body).toMatchObject({ status: 409, code: 'invite_spent' })
    const stranger = strangers['otherMerchant'] as Person
    const [foreign, absent] = [await withdraw(stranger, high), await withdraw(stranger, absentId)]
    expect(foreign.status).toBe(404)
    expect(bare(foreign)).toBe(bare(absent))
    expect((await withdraw(team.manager, high)).status).toBe(204)
    expect((await invites(team.manager)).body.items).toEqual([])
    expect(await audited(high)).toEqual(['invite.created', 'invite.revoked'])
  })

  test('from a person who was dismissed or may no longer send them are void', async () => {
    const second = await app.world.member(store, 'manager')
    await invite(team.manager, 'cashier', 'a@example.test')
    await invite(second, 'cashier', 'b@example.test')
    await invite(second, 'manager', 'c@example.test')
    await invite(team.owner, 'manager', 'd@example.test')
    await change(team.owner, second, 'supervisor')
    await end(team.owner, team.manager)
    const open = (await invites(team.owner)).body.items.map(({ email }: { email: string }) => email)
    expect(open).toEqual(['b@example.test', 'd@example.test'])
  })

  test('that have expired are not listed', async () => {
    const { id } = (await invite(team.manager, 'cashier')).body
    await app.admin.query(`update shop.invites set expires_at = now() where id = $1`, [id])
    expect((await invites(team.manager)).body.items).toEqual([])
  })

  test.each([
    [{ role: 'owner' }, '/role'],
    [{ email: 'nobody' }, '/email'],
    [{ storeId: 'x' }, '/storeId'],
    [{ expiresAt: '2030-01-01T00:00:00Z' }, '/expiresAt'],
  ])('with %j are refused for their %s', async (fields, path) => {
    const body = { storeId: store.id, email: 'a@b.mx', role: 'cashier', ...fields }
    const answer = await app.call(team.manager, 'POST', '/pos/invites', body)
    expect(answer.status).toBe(422)
    expect(answer.body.errors.map((fault: { path: string }) => fault.path)).toEqual([path])
  })
})
