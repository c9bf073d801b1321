import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let admin: Person

beforeAll(async () => {
  app = await startProduct()
  admin = await app.world.platformAdmin()
})
afterAll(() => app.close())

const grant = (as: Person, email: string, label: string) =>
  app.call(as, 'POST', '/platform/roles', { email, label })
const revoke = (as: Person, who: Person, label: string) =>
  app.call(as, 'DELETE', `/platform/roles/${who.id}/${label}`)
const block = (as: Person, who: Person, status = 'BLOCKED') =>
  app.call(as, 'PATCH', `/platform/accounts/${who.id}/status`, { status, reason: 'Prueba' })

const auditOf = async (id: string) => {
  const { rows } = await app.admin.query(
    `select action, before, after, user_id from audit.log
      where entity = 'account' and entity_id = $1 and action not like 'session.%' order by id`,
    [id],
  )
  return rows
}

test('a label is granted, listed and revoked, and each step is audited with the account', async () => {
  const person = await app.world.person()
  expect(await grant(admin, person.email.toUpperCase(), 'platformOperator')).toMatchObject({
    status: 201,
    body: { accountId: person.id, email: person.email, label: 'platformOperator', grantedBy: admin.name },
  })
  expect(await grant(admin, person.email, 'platformOperator')).toMatchObject({
    status: 409,
    body: { code: 'label_held' },
  })
  const { items } = (await app.call(admin, 'GET', '/platform/roles')).body
  expect(items).toContainEqual(
    expect.objectContaining({ accountId: person.id, label: 'platformOperator', grantedBy: admin.name }),
  )

  expect((await revoke(admin, person, 'platformOperator')).status).toBe(204)
  expect(await revoke(admin, person, 'platformOperator')).toMatchObject({
    status: 409,
    body: { code: 'label_not_held' },
  })
  expect(await auditOf(person.id)).toEqual([
    { action: 'label.granted', before: null, after: { label: 'platformOperator' }, user_id: admin.id },
    { action: 'label.revoked', before: { label: 'platformOperator' }, after: null, user_id: admin.id },
  ])
})

test('a person who joined a store with an address gets no label, also after they have left it, until the address is proved', async () => {
  const store = await app.world.store()
  const email = `berta-${crypto.randomUUID()}@example.test`
  const { token } = (
    await app.call(store.manager, 'POST', '/pos/invites', { storeId: store.id, email, role: 'supervisor' })
  ).body
  const password = 'tres tristes tigres tragan trigo'
  const joined = await app.call(undefined, 'POST', '/auth/invites/accept', { token, name: 'Berta', password })
  const { id } = joined.body.account
  for (const { membershipId } of await app.world.membershipsOf(id))
    expect((await app.call(store.manager, 'DELETE', `/pos/memberships/${membershipId}`)).status).toBe(204)
  expect(await grant(admin, email, 'platformOperator')).toMatchObject({
    status: 409,
    body: { code: 'email_unproved' },
  })

  const { url } = (await app.call(admin, 'POST', `/platform/accounts/${id}/password-resets`)).body
  const given = new URLSearchParams(new URL(url).hash.slice(1)).get('token')
  const redeemed = await app.call(undefined, 'POST', '/auth/password-resets/redeem', {
    token: given,
    password: 'pablito clavó un clavito',
  })
  expect(redeemed.status).toBe(204)
  expect((await grant(admin, email, 'platformOperator')).status).toBe(201)
})

test('the list of holders is paged, with every holder once', async () => {
  for (let i = 0; i < 5; i++) await app.world.operator()
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page = await app.call(admin, 'GET', `/platform/roles?limit=2${query}`)
    expect(page.status).toBe(200)
    for (const { accountId, label } of page.body.items) seen.push(`${accountId} ${label}`)
    cursor = page.body.nextCursor
  }
  const { rows } = await app.admin.query('select count(*)::int as n from identity.labels')
  expect(new Set(seen).size).toBe(rows[0].n)
  expect(seen).toHaveLength(rows[0].n)
  expect((await app.call(admin, 'GET', '/platform/roles?cursor=bm9uZQ')).body.code).toBe('invalid_cursor')
})

test.each([
  ['POST', '/platform/roles', { email: 'nobody@example.test', label: 'platformOperator' }, 404, 'not_found'],
  ['POST', '/platform/roles', { email: 'a@b.mx', label: 'platformSupport' }, 422, 'invalid_request'],
  [
    'DELETE',
    '/platform/roles/01900000-0000-7000-8000-000000000000/platformAdmin',
    undefined,
    404,
    'not_found',
  ],
  ['DELETE', '/platform/roles/01900000-0000-7000-8000-000000000000/owner', undefined, 422, 'invalid_request'],
  [
    'PATCH',
    '/platform/accounts/01900000-0000-7000-8000-000000000000/status',
    { status: 'BLOCKED', reason: 'Prueba' },
    404,
    'not_found',
  ],
])('%s %s with %j is refused: %i %s', async (method, path, body, status, code) => {
  expect(await app.call(admin, method, path, body)).toMatchObject({ status, body: { code } })
})

test('a blocked account loses its sessions and cannot sign in until it is unblocked', async () => {
  const password = 'tres tristes tigres tragan trigo'
  const person = await app.world.person({ password })
  const signIn = () => app.call(undefined, 'POST', '/auth/sessions', { email: person.email, password })
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(200)
  expect(await block(admin, person)).toMatchObject({
    status: 200,
    body: { id: person.id, status: 'BLOCKED' },
  })
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect((await signIn()).status).toBe(401)
  expect((await block(admin, person, 'ACTIVE')).body.status).toBe('ACTIVE')
  expect((await app.call(person, 'GET', '/auth/me')).status).toBe(401)
  expect((await signIn()).status).toBe(201)
  expect((await auditOf(person.id)).map(({ action, after }) => [action, after.reason])).toEqual([
    ['account.blocked', 'Prueba'],
    ['account.unblocked', 'Prueba'],
  ])
})

test('the last administrator cannot be removed in any way', async () => {
  const alone = await startProduct()
  try {
    const last = await alone.world.platformAdmin()
    const path = `/platform/roles/${last.id}/platformAdmin`
    expect(await alone.call(last, 'DELETE', path)).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
    const change = { status: 'BLOCKED', reason: 'Prueba' }
    expect((await alone.call(last, 'PATCH', `/platform/accounts/${last.id}/status`, change)).body.code).toBe(
      'last_admin',
    )
    const { id, owner } = await alone.world.merchant()
    const toThemselves = { owner: { email: last.email, name: last.name }, reason: 'Prueba' }
    expect(await alone.call(last, 'PATCH', `/pos/merchants/${id}/owner`, toThemselves)).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
    expect((await alone.call(last, 'GET', `/platform/merchants/${id}`)).body.owner.id).toBe(owner.id)
    // A blocked administrator does not count as one.
    const blocked = await alone.world.platformAdmin()
    expect((await alone.call(last, 'PATCH', `/platform/accounts/${blocked.id}/status`, change)).status).toBe(
      200,
    )
    expect((await alone.call(last, 'DELETE', path)).body.code).toBe('last_admin')
  } finally {
    await alone.close()
  }
})

test('of two administrators who resign at the same time, one stays', async () => {
  const alone = await startProduct()
  try {
    const resign = (who: Person) => alone.call(who, 'DELETE', `/platform/roles/${who.id}/platformAdmin`)
    let staying = await alone.world.platformAdmin()
    for (let round = 0; round < 4; round++) {
      const pair = [staying, await alone.world.platformAdmin()]
      const answers = await Promise.all(pair.map(resign))
      expect(answers.map(({ body }) => body.code).sort()).toEqual(['last_admin', undefined])
      const { rows } = await alone.admin.query(
        `select account_id as id from identity.labels where label = 'platformAdmin'`,
      )
      expect(rows).toHaveLength(1)
      staying = pair.find(({ id }) => id === rows[0].id) as Person
    }
  } finally {
    await alone.close()
  }
})

test('of administrators who revoke each other concurrently, one is left', async () => {
  const alone = await startProduct({ DATABASE_POOL_SIZE: '12' })
  try {
    const admins = await Promise.all(Array.from({ length: 4 }, () => alone.world.platformAdmin()))
    // Those who lose every attempt against a deadlock are asked to try again, as clients do.
    const revoke = async (by: Person, who: Person) => {
      for (;;) {
        const answer = await alone.call(by, 'DELETE', `/platform/roles/${who.id}/platformAdmin`)
        if (answer.status !== 503) return answer
      }
    }
    const answers = await Promise.all(
      admins.flatMap((by) => admins.filter((who) => who !== by).map((who) => revoke(by, who))),
    )
    const { rows } = await alone.admin.query(
      `select count(*)::int as n from identity.labels where label = 'platformAdmin'`,
    )
    expect(rows[0].n).toBe(1)
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(3)
    for (const { status } of answers) expect([204, 403, 409]).toContain(status)
  } finally {
    await alone.close()
  }
})
