import { beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person, Store } from '../../../test/world.ts'

let app: App
let chief: Person
let scoped: Person
let own: Store
let other: Store

const assign = (as: Person | undefined, email: string, merchantId: string) =>
  app.call(as, 'POST', '/platform/admin-assignments', { email, merchantId })
const unassign = (as: Person | undefined, accountId: string, merchantId: string) =>
  app.call(as, 'DELETE', `/platform/admin-assignments/${accountId}/${merchantId}`)
const theme = {
  colors: { primary: '#0d6657', onPrimary: '#ffffff', background: '#ffffff', text: '#1f2933' },
  typography: 'SYSTEM',
  logoFileId: null,
  darkMode: 'AUTO',
}
const nothing = '01900000-0000-7000-8000-000000000000'

beforeAll(async () => {
  app = await sharedProduct()
  chief = await app.world.platformAdmin()
  scoped = await app.world.platformAdmin()
  own = await app.world.store()
  other = await app.world.store()
  const made = await assign(chief, scoped.email.toUpperCase(), own.merchantId)
  expect(made.status, made.text).toBe(201)
  expect(made.body).toMatchObject({
    account: { id: scoped.id },
    merchant: { id: own.merchantId },
    assignedBy: chief.id,
  })
})

/** Rows of a merchant that routes address by id. */
async function rowsOf(store: Store) {
  const deposit = await app.call(store.manager, 'POST', '/pos/deposits', {
    storeId: store.id,
    amountCentavos: 100,
    claveRastreo: `ASIG${store.id.replaceAll('-', '').slice(-16)}`,
    paidOn: '2026-01-15',
  })
  const account = await app.call(store.manager, 'POST', '/pos/settlements/bank-account', {
    storeId: store.id,
    clabe: newClabe(),
    holder: 'Rosa Luna',
  })
  const terminal = await app.call(store.manager, 'POST', '/pos/terminals', {
    storeId: store.id,
    name: `Caja ${deposit.body.id}`,
  })
  const invite = await app.call(store.manager, 'POST', '/pos/invites', {
    storeId: store.id,
    email: 'nueva@example.test',
    role: 'cashier',
  })
  await app.admin.query(
    `select platform.note_given_up('gone:' || $1, 'test.job', jsonb_build_object('merchantId', $1::text), 1, 'x', now())`,
    [store.merchantId],
  )
  const { rows } = await app.admin.query('select id from platform.given_up_work where merchant_id = $1', [
    store.merchantId,
  ])
  return {
    depositId: deposit.body.id,
    accountId: account.body.id,
    workId: rows[0].id,
    terminalId: terminal.body.id,
    inviteId: invite.body.id,
  }
}

describe('an administrator who is assigned to some merchants', () => {
  test('gets the answer of an absent merchant for all others, in every route that names one', async () => {
    const routes = (merchantId: string, ids: Awaited<ReturnType<typeof rowsOf>>) =>
      [
        ['GET', `/platform/merchants/${merchantId}`],
        ['GET', `/platform/merchants/${merchantId}/diagnosis`],
        ['PATCH', `/pos/merchants/${merchantId}/status`, { status: 'ACTIVE', reason: 'Prueba' }],
        ['DELETE', `/pos/merchants/${merchantId}`, { name: 'Otro nombre', reason: 'Prueba' }],
        ['GET', `/pos/admin/merchants/${merchantId}/verification`],
        ['POST', `/pos/admin/merchants/${merchantId}/verification/confirm-business`, { evidence: 'Prueba' }],
        ['POST', `/pos/admin/merchants/${merchantId}/verification/resync`],
        [
          'POST',
          `/pos/admin/merchants/${merchantId}/verification/attest`,
          { bankAccountId: ids.accountId, evidence: 'Prueba' },
        ],
        ['POST', `/pos/admin/merchants/${merchantId}/verification/revoke`, { reason: 'Prueba' }],
        ['POST', `/pos/admin/merchants/${merchantId}/verification/unlock`, { reason: 'Prueba' }],
        ['GET', `/pos/settlements/bank-account/admin?merchantId=${merchantId}`],
        [
          'PATCH',
          `/pos/settlements/bank-account/${ids.accountId}/verification`,
          { status: 'REJECTED', reason: 'Prueba' },
        ],
        ['PATCH', `/pos/deposits/${ids.depositId}/review`, { status: 'REJECTED', reason: 'Prueba' }],
        ['POST', `/platform/workflows/${ids.workId}/dismiss`, { reason: 'Prueba' }],
        ['GET', `/platform/merchants/${merchantId}/assistance`],
        ['PUT', `/platform/merchants/${merchantId}/theme`, theme],
        ['POST', `/platform/terminals/${ids.terminalId}/enable`, { reason: 'Prueba' }],
        ['POST', `/platform/invites/${ids.inviteId}/resend`, { reason: 'Prueba' }],
      ] as const
    const foreign = routes(other.merchantId, await rowsOf(other))
    const absent = routes(nothing, {
      depositId: nothing,
      accountId: nothing,
      workId: nothing,
      terminalId: nothing,
      inviteId: nothing,
    })
    for (const [at, [method, path, body]] of foreign.entries()) {
      const [, absentPath = ''] = absent[at] ?? []
      const answers = [
        await app.call(scoped, method, path, body),
        await app.call(scoped, method, absentPath, body),
      ]
      expect(
        answers.map(({ status }) => status),
        path,
      ).toEqual([404, 404])
      const [one, two] = answers.map((answer) => ({ ...answer.body, requestId: '' }))
      expect(one, path).toEqual(two)
    }
    for (const [method, path, body] of routes(own.merchantId, await rowsOf(own)))
      expect((await app.call(scoped, method, path, body)).status, path).not.toBe(404)
    // An administrator of all merchants finds them there.
    const [[method, path]] = foreign
    expect((await app.call(chief, method, path)).status).toBe(200)
  })

  test('sees only assigned merchants in every list', async () => {
    const merchants = async (path: string, of: (item: { [key: string]: unknown }) => unknown) => {
      const { items } = (await app.call(scoped, 'GET', path)).body
      expect(items.length, path).toBeGreaterThan(0)
      return new Set(items.map(of))
    }
    const inside = (item: { [key: string]: unknown }) => (item['merchant'] as { id: string }).id
    expect(await merchants('/platform/merchants', ({ id }) => id)).toEqual(new Set([own.merchantId]))
    for (const path of ['/pos/deposits/ops', '/pos/settlements/ops/bank-accounts', '/platform/workflows'])
      expect(await merchants(path, inside), path).toEqual(new Set([own.merchantId]))
    expect(await merchants('/platform/admin-assignments', inside)).toEqual(new Set([own.merchantId]))
    const audit = await merchants('/platform/audit?limit=200', ({ merchantId }) => merchantId)
    expect(audit).not.toContain(other.merchantId)
    expect((await app.call(chief, 'GET', '/platform/merchants')).body.items.length).toBeGreaterThan(1)
  })

  test('cannot do what concerns every merchant', async () => {
    const { email } = await app.world.person()
    const [third] = [await app.world.platformAdmin()]
    for (const [method, path, body] of [
      ['POST', '/platform/roles', { email, label: 'platformAdmin' }],
      ['DELETE', `/platform/roles/${third.id}/platformAdmin`, undefined],
      ['PATCH', `/platform/accounts/${third.id}/status`, { status: 'BLOCKED', reason: 'Prueba' }],
      ['PUT', '/platform/settings/vas_chips', { value: true }],
      ['POST', '/platform/admin-assignments', { email: third.email, merchantId: own.merchantId }],
      ['DELETE', `/platform/admin-assignments/${scoped.id}/${own.merchantId}`, undefined],
    ] as const)
      expect(await app.call(scoped, method, path, body), path).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
  })

  test('oversees a merchant that they create', async () => {
    const order = { name: 'Hecho por mí', owner: { email: 'mio@example.test', name: 'Mío' } }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const create = () => app.call(scoped, 'POST', '/pos/merchants', order, key)
    const made = await create()
    expect(made.status, made.text).toBe(201)
    const { id } = made.body.merchant
    expect((await app.call(scoped, 'GET', `/platform/merchants/${id}`)).status).toBe(200)
    expect((await create()).status).toBe(201)
    expect((await unassign(chief, scoped.id, id)).status).toBe(204)
    expect((await app.call(scoped, 'GET', `/platform/merchants/${id}`)).status).toBe(404)
    // A replay is refused as well.
    expect((await create()).status).toBe(404)
  })

  test('gets no link with which to become the owner of another merchant', async () => {
    const create = (as: Person, owner: { email: string }) =>
      app.call(as, 'POST', '/pos/merchants', { name: 'Nueva', owner: { ...owner, name: 'Dueña' } })
    const change = (as: Person, owner: { email: string }, merchantId: string) =>
      app.call(as, 'PATCH', `/pos/merchants/${merchantId}/owner`, {
        owner: { ...owner, name: 'Dueña' },
        reason: 'Se vendió el negocio',
      })
    const renew = (as: Person, merchantId: string) =>
      app.call(as, 'POST', `/platform/merchants/${merchantId}/owner-invites`)
    const refused = { status: 403, body: { code: 'forbidden' } }
    const owner = { email: `${crypto.randomUUID()}@example.test` }
    expect((await create(chief, owner)).status).toBe(201)

    const mine = (await app.world.store()).merchantId
    await assign(chief, scoped.email, mine)
    const answers = [await create(scoped, owner), await change(scoped, owner, mine)]
    expect((await change(chief, owner, mine)).status).toBe(200)
    answers.push(await renew(scoped, mine))
    for (const answer of answers) {
      expect(answer).toMatchObject(refused)
      expect(answer.text).not.toContain('token')
    }
    expect((await renew(chief, mine)).status).toBe(201)
  })

  test('cannot use the link of an owner who got another merchant since', async () => {
    const owner = { email: `${crypto.randomUUID()}@example.test`, name: 'Dueña' }
    const create = async (as: Person) => {
      const made = await app.call(as, 'POST', '/pos/merchants', { name: 'Nueva', owner })
      expect(made.status, made.text).toBe(201)
      return made.body.invite.token as string
    }
    const accept = (token: string) =>
      app.call(undefined, 'POST', '/auth/invites/accept', {
        token,
        name: 'Dueña',
        password: 'una frase muy larga y rara',
      })
    const byScoped = await create(scoped)
    const byChief = await create(chief)
    expect(await accept(byScoped)).toMatchObject({ status: 409, body: { code: 'invite_spent' } })
    expect((await accept(byChief)).status).toBe(201)
  })

  test('oversees all again on the next request after the last assignment is removed', async () => {
    const admin = await app.world.platformAdmin()
    const sees = async () => (await app.call(admin, 'GET', `/platform/merchants/${other.merchantId}`)).status
    expect(await sees()).toBe(200)
    await assign(chief, admin.email, own.merchantId)
    expect(await sees()).toBe(404)
    expect((await unassign(chief, admin.id, own.merchantId)).status).toBe(204)
    expect(await sees()).toBe(200)
    expect((await unassign(chief, admin.id, own.merchantId)).status).toBe(404)
    const { rows } = await app.admin.query(
      `select action, user_id as by from audit.log where entity = 'account' and entity_id = $1 and action like 'admin.%' order by id`,
      [admin.id],
    )
    expect(rows).toEqual([
      { action: 'admin.assigned', by: chief.id },
      { action: 'admin.unassigned', by: chief.id },
    ])
  })
})

test('the list also names the merchants that an administrator owns, which confine it too', async () => {
  const admin = await app.world.platformAdmin()
  const merchant = await app.world.merchant()
  const listed = async () => {
    const { items } = (await app.call(chief, 'GET', `/platform/admin-assignments?accountId=${admin.id}`)).body
    return items.map((item: { merchant: { id: string }; isOwner: boolean; assignedBy: string | null }) => [
      item.merchant.id,
      item.isOwner,
      item.assignedBy,
    ])
  }
  await assign(chief, admin.email, merchant.id)
  expect(await listed()).toEqual([[merchant.id, false, chief.id]])
  const moved = await app.call(chief, 'PATCH', `/pos/merchants/${merchant.id}/owner`, {
    owner: { email: admin.email, name: 'Dueña' },
    reason: 'Se vendió el negocio',
  })
  expect(moved.status, moved.text).toBe(200)
  expect(await listed()).toEqual([[merchant.id, true, chief.id]])
  expect((await unassign(chief, admin.id, merchant.id)).status).toBe(204)
  expect(await listed()).toEqual([[merchant.id, true, null]])
  expect((await app.call(admin, 'GET', `/platform/merchants/${other.merchantId}`)).status).toBe(404)
  // A person who owns a merchant without being an administrator is confined by it to nothing.
  const path = `/platform/admin-assignments?merchantId=${own.merchantId}`
  expect((await app.call(chief, 'GET', path)).body.items).toMatchObject([{ account: { id: scoped.id } }])
})

test('invalid assignments are refused', async () => {
  const operator = await app.world.operator()
  expect(await assign(chief, operator.email, own.merchantId)).toMatchObject({
    status: 409,
    body: { code: 'label_not_held' },
  })
  expect((await assign(chief, 'nadie@example.test', own.merchantId)).status).toBe(404)
  expect((await assign(chief, scoped.email, nothing)).status).toBe(404)
  expect(await assign(chief, scoped.email, own.merchantId)).toMatchObject({
    status: 409,
    body: { code: 'duplicate_value' },
  })
})

test('one administrator always oversees every merchant', async () => {
  const lonely = await startProduct()
  try {
    const [first, second] = [await lonely.world.platformAdmin(), await lonely.world.platformAdmin()]
    const { id } = await lonely.world.merchant()
    const confine = (email: string) =>
      lonely.call(first, 'POST', '/platform/admin-assignments', { email, merchantId: id })
    expect((await confine(second.email)).status).toBe(201)
    expect(await confine(first.email)).toMatchObject({ status: 409, body: { code: 'last_admin' } })
    expect(await lonely.call(first, 'DELETE', `/platform/roles/${first.id}/platformAdmin`)).toMatchObject({
      status: 409,
      body: { code: 'last_admin' },
    })
  } finally {
    await lonely.close()
  }
})

test('only administrators can read and make assignments', async () => {
  const operator = await app.world.operator()
  const calls = (who: Person | undefined) => [
    app.call(who, 'GET', '/platform/admin-assignments'),
    assign(who, scoped.email, own.merchantId),
    unassign(who, scoped.id, own.merchantId),
  ]
  for (const answer of await Promise.all(calls(undefined))) expect(answer.status).toBe(401)
  for (const who of [operator, own.manager])
    for (const answer of await Promise.all(calls(who)))
      expect(answer).toMatchObject({ status: 403, body: { requiredRole: 'platform:admin' } })
})
