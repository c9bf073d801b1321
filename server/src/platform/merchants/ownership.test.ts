import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Merchant, Person, Store } from '../../../test/world.ts'

const password = 'una frase muy larga y rara'
let app: App
let chief: Person
let merchant: Merchant
let stores: [Store, Store]
let former: Member
let next: Person

beforeAll(async () => {
  app = await sharedProduct()
  chief = await app.world.platformAdmin()
})
beforeEach(async () => {
  merchant = await app.world.merchant({ owner: await app.world.person({ password }) })
  stores = [await app.world.store(merchant), await app.world.store(merchant)]
  former = stores[0].manager
  next = await app.world.person({ password })
})

const move = (to: Pick<Person, 'email' | 'name'>, as: Person = chief, id = merchant.id) =>
  app.call(as, 'PATCH', `/pos/merchants/${id}/owner`, {
    owner: { email: to.email, name: to.name },
    reason: 'Se vendió el negocio',
  })
const codeOf = ({ status, body }: Answer) => [status, body.code]
const storesOf = async (person: Person) =>
  ((await app.call(person, 'GET', '/auth/me')).body.stores as { storeId: string; role: string }[])
    .map(({ storeId, role }) => [storeId, role])
    .sort()
const managesBoth = () => stores.map(({ id }) => [id, 'manager']).sort()
const addCategory = async (as: Person, at: Store) =>
  (await app.call(as, 'POST', '/pos/categories', { storeId: at.id, name: crypto.randomUUID() })).status
const openStore = (as: Person) =>
  app.call(as, 'POST', '/pos/stores', {
    merchantId: merchant.id,
    name: 'Nueva',
    code: crypto.randomUUID().slice(0, 8).toUpperCase(),
  })
const ownerOf = async (id = merchant.id) =>
  (await app.call(chief, 'GET', `/platform/merchants/${id}`)).body.owner.id as string
const activeMembers = async (accountId: string) =>
  (
    await app.admin.query(
      `select store_id, role from shop.memberships where merchant_id = $1 and account_id = $2 and ended_at is null order by 1`,
      [merchant.id, accountId],
    )
  ).rows as { store_id: string; role: string }[]

describe('moving a merchant to another owner', () => {
  test('moves the memberships and the authority with it, from the next request on', async () => {
    const stays = await app.world.member(stores[1], 'supervisor')
    await app.world.member(stores[0], 'cashier', next)
    expect(await storesOf(former)).toEqual(managesBoth())

    const moved = await move(next)
    expect(moved.status, moved.text).toBe(200)
    expect(moved.body).toMatchObject({ merchant: { id: merchant.id, owner: { id: next.id } }, invite: null })

    expect(await storesOf(former)).toEqual([])
    expect([await addCategory(former, stores[0]), await addCategory(former, stores[1])]).toEqual([403, 403])
    expect((await app.call(former, 'GET', `/pos/stores/${stores[0].id}`)).status).toBe(404)
    expect(codeOf(await openStore(former))).toEqual([403, 'forbidden'])
    expect(await storesOf(next)).toEqual(managesBoth())
    expect([await addCategory(next, stores[0]), await addCategory(next, stores[1])]).toEqual([201, 201])
    expect((await openStore(next)).status).toBe(201)
    expect(await storesOf(stays)).toEqual([[stores[1].id, 'supervisor']])
    // The owner's membership still cannot be changed.
    const [membership] = (
      await app.admin.query(
        'select id from shop.memberships where account_id = $1 and store_id = $2 and ended_at is null',
        [next.id, stores[0].id],
      )
    ).rows
    const manager = await app.world.member(stores[0], 'manager')
    expect(codeOf(await app.call(manager, 'DELETE', `/pos/memberships/${membership.id}`))).toEqual([
      409,
      'owner_membership',
    ])
  })

  test('is audited with account and reason, and emitted to the managers', async () => {
    await move(next)
    const { rows } = await app.admin.query(
      `select user_id, before, after from audit.log where action = 'merchant.owner_changed' and merchant_id = $1`,
      [merchant.id],
    )
    expect(rows).toEqual([
      {
        user_id: chief.id,
        before: { ownerId: former.id },
        after: { ownerId: next.id, reason: 'Se vendió el negocio' },
      },
    ])
    const { rows: events } = await app.admin.query(
      `select payload, permission_set from events.events where type = 'merchant.owner_changed' and merchant_id = $1`,
      [merchant.id],
    )
    expect(events).toMatchObject([{ payload: { merchantId: merchant.id, ownerId: next.id } }])
    expect(events[0].permission_set).not.toBeNull()
    const { rows: staff } = await app.admin.query(
      `select distinct e.status from shop.employees e join shop.memberships m on m.id = e.membership_id where m.account_id = $1`,
      [former.id],
    )
    expect(staff).toEqual([{ status: 'INACTIVE' }])
  })

  test('creates an account for an owner without one, and invites them', async () => {
    const email = `nuevo-${crypto.randomUUID()}@example.test`
    const moved = await move({ email, name: 'Dueña Nueva' })
    expect(moved.status, moved.text).toBe(200)
    const { token } = moved.body.invite
    const accepted = await app.call(undefined, 'POST', '/auth/invites/accept', {
      token,
      name: 'Dueña Nueva',
      password,
    })
    expect(accepted.status, accepted.text).toBe(201)
    expect(await storesOf({ ...next, token: accepted.body.token })).toEqual(managesBoth())
    // The platform's invitation proves the address, so it can be given another.
    const another = await move({ email, name: 'Dueña Nueva' }, chief, (await app.world.merchant()).id)
    expect([another.status, another.body.invite]).toEqual([200, null])
  })

  test('is refused to a person who joined a store with an address, until its mailbox or the platform sets the password', async () => {
    const elsewhere = await app.world.store()
    const berta = { email: `berta-${crypto.randomUUID()}@example.test`, name: 'Berta' }
    const supervisor = await app.world.member(elsewhere, 'supervisor')
    const { token } = (
      await app.call(supervisor, 'POST', '/pos/invites', {
        storeId: elsewhere.id,
        email: berta.email,
        role: 'cashier',
      })
    ).body
    const joined = await app.call(undefined, 'POST', '/auth/invites/accept', {
      token,
      name: berta.name,
      password,
    })
    expect(joined.status, joined.text).toBe(201)
    const refused = [409, 'email_unproved']
    const create = () => app.call(chief, 'POST', '/pos/merchants', { name: 'De Berta', owner: { ...berta } })
    expect([codeOf(await move(berta)), codeOf(await create())]).toEqual([refused, refused])

    const { id } = joined.body.account
    const redeemed = async (as: Person, path: string) => {
      const { url } = (await app.call(as, 'POST', path)).body
      const given = new URLSearchParams(new URL(url).hash.slice(1)).get('token')
      const set = { token: given, password: 'otra frase muy larga y rara' }
      expect((await app.call(undefined, 'POST', '/auth/password-resets/redeem', set)).status).toBe(204)
    }
    // An owner sees the link too.
    await redeemed(elsewhere.manager, `/pos/accounts/${id}/password-resets`)
    expect([codeOf(await move(berta)), await ownerOf()]).toEqual([refused, former.id])

    await redeemed(chief, `/platform/accounts/${id}/password-resets`)
    expect((await app.call(joined.body, 'GET', '/auth/me')).status).toBe(401)
    const moved = await move(berta)
    expect([moved.status, moved.body.invite, await ownerOf()]).toEqual([200, null, id])
    expect((await create()).status).toBe(201)
  })

  test('withdraws the former owner’s invitations, and an open invitation to own it', async () => {
    const lazy = await app.call(chief, 'POST', '/pos/merchants', {
      name: 'Sin entrar',
      owner: { email: `lenta-${crypto.randomUUID()}@example.test`, name: 'Lenta' },
    })
    const ofOwner = lazy.body.invite.token
    expect((await move(next, chief, lazy.body.merchant.id)).status).toBe(200)
    const invite = (email: string) =>
      app.call(former, 'POST', '/pos/invites', { storeId: stores[0].id, email, role: 'manager' })
    const ofStore = (await invite(`gerente-${crypto.randomUUID()}@example.test`)).body.token
    expect((await move(next)).status).toBe(200)
    for (const token of [ofOwner, ofStore])
      expect(
        codeOf(await app.call(undefined, 'POST', '/auth/invites/accept', { token, name: 'X', password })),
      ).toEqual([409, 'invite_spent'])
  })

  test('requires its bank accounts to be verified again', async () => {
    const account = await app.call(former, 'POST', '/pos/settlements/bank-account', {
      storeId: stores[0].id,
      clabe: newClabe(),
      holder: 'Dueña Anterior',
    })
    expect(account.status, account.text).toBe(201)
    await app.call(chief, 'PATCH', `/pos/settlements/bank-account/${account.body.id}/verification`, {
      status: 'VERIFIED',
    })
    await app.call(chief, 'POST', `/pos/admin/merchants/${merchant.id}/verification/confirm-business`, {
      evidence: 'Acta',
    })
    const verification = async () => {
      const { body } = await app.call(chief, 'GET', `/platform/merchants/${merchant.id}`)
      return [body.isVerified, body.verificationStatus]
    }
    await app.call(chief, 'POST', `/pos/admin/merchants/${merchant.id}/verification/resync`)
    expect(await verification()).toEqual([true, 'VERIFIED'])
    expect((await move(next)).status).toBe(200)
    expect(await verification()).toEqual([false, 'LAPSED'])
    const { rows } = await app.admin.query('select status from money.bank_accounts where id = $1', [
      account.body.id,
    ])
    expect(rows).toEqual([{ status: 'PENDING' }])
  })

  test('is refused while settlements would pay the former owner', async () => {
    const id = crypto.randomUUID()
    await app.admin.query(
      `insert into money.bank_accounts (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, fingerprint, sealed, sealed_key, status, added_by, verified_at, expires_at)
       values ($1, $2, authz.open_portfolio($1, null), 'X', '646', '0123', sha256(random()::text::bytea), '\\x00', '\\x00', 'VERIFIED', $3, now(), now() + interval '1 year')`,
      [merchant.id, id, former.id],
    )
    await app.admin.query('update platform.merchants set is_verified = true where id = $1', [merchant.id])
    await app.world.fund(merchant.id, 100_000)
    const asked = await app.call(former, 'POST', '/pos/settlements/requests', {
      storeId: stores[0].id,
      bankAccountId: id,
      amountCentavos: 30_000,
    })
    expect(asked.status, asked.text).toBe(201)
    const refused = await move(next)
    expect(refused).toMatchObject({ status: 409, body: { code: 'merchant_not_settled', openSettlements: 1 } })
    expect(await ownerOf()).toBe(former.id)
    expect(await storesOf(former)).toEqual(managesBoth())
    await app.call(chief, 'PATCH', `/pos/settlements/requests/${asked.body.id}/status`, {
      status: 'REJECTED',
      reason: 'Cambia de dueño',
    })
    expect((await move(next)).status).toBe(200)
  })

  test('is refused when it is invalid, and changes nothing', async () => {
    const operator = await app.world.operator()
    // Otherwise the only administrator would be refused for being the last.
    await app.world.platformAdmin()
    const blocked = await app.world.person()
    await app.world.block(blocked.id)
    for (const [to, code] of [
      [former, [409, 'already_owner']],
      [operator, [409, 'platform_staff']],
      [blocked, [422, 'invalid_request']],
      [chief, [403, 'forbidden']],
    ] as const)
      expect(codeOf(await move(to))).toEqual(code)
    expect(codeOf(await move(next, chief, '01900000-0000-7000-8000-000000000000'))).toEqual([
      404,
      'not_found',
    ])
    expect(codeOf(await move(next, former))).toEqual([403, 'forbidden'])
    expect([await ownerOf(), await storesOf(former)]).toEqual([former.id, managesBoth()])
    const name = (await app.call(chief, 'GET', `/platform/merchants/${merchant.id}`)).body.name
    await app.call(chief, 'DELETE', `/pos/merchants/${merchant.id}`, { name, reason: 'Prueba' })
    expect(codeOf(await move(next))).toEqual([409, 'merchant_closed'])
  })

  test('does not change an administrator’s confinement through a confined one or themselves', async () => {
    const owner = await app.world.platformAdmin()
    expect((await move(owner)).status).toBe(200)
    expect(
      (await app.call(owner, 'GET', `/platform/merchants/${(await app.world.merchant()).id}`)).status,
    ).toBe(404)
    // Nobody can lift their own confinement.
    expect(codeOf(await move(next, owner))).toEqual([403, 'forbidden'])
    const confined = await app.world.platformAdmin()
    await app.call(chief, 'POST', '/platform/admin-assignments', {
      email: confined.email,
      merchantId: merchant.id,
    })
    expect(codeOf(await move(next, confined))).toEqual([403, 'forbidden'])
    expect(await ownerOf()).toBe(owner.id)
    expect((await move(next)).status).toBe(200)
    // Among ordinary owners it is allowed.
    expect((await move(await app.world.person({ password }), confined)).status).toBe(200)
  })
})

describe('concurrently', () => {
  test('two concurrent moves end with one owner, who is the only one to manage by it', async () => {
    for (let round = 0; round < 6; round++) {
      const [one, two] = [await app.world.person({ password }), await app.world.person({ password })]
      const before = await ownerOf()
      const answers = await Promise.all([move(one), move(two)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      const now = await ownerOf()
      expect([one.id, two.id]).toContain(now)
      for (const id of [before, one.id, two.id]) {
        const roles = (await activeMembers(id)).map(({ role }) => role)
        expect(roles).toEqual(id === now ? ['manager', 'manager'] : [])
      }
    }
  })

  test('a store that the former owner opens concurrently gets the new owner as its manager, or is refused', async () => {
    for (let round = 0; round < 6; round++) {
      const owner = round === 0 ? former : next
      next = await app.world.person({ password })
      const [opened, moved] = await Promise.all([openStore(owner), move(next)])
      expect(moved.status, moved.text).toBe(200)
      expect([201, 403]).toContain(opened.status)
      const { rows: teams } = await app.admin.query(
        'select id from shop.teams where merchant_id = $1 order by 1',
        [merchant.id],
      )
      expect((await activeMembers(next.id)).map(({ store_id }) => store_id)).toEqual(
        teams.map(({ id }) => id),
      )
      expect(await activeMembers(owner.id)).toEqual([])
    }
  })
})

describe('an administrator invites a manager into a store', () => {
  const invite = (email: string, as: Person = chief, at: Store = stores[0], id = merchant.id) =>
    app.call(as, 'POST', `/platform/merchants/${id}/manager-invites`, {
      storeId: at.id,
      email,
      reason: 'La dueña no puede entrar',
    })
  const accept = (token: string) =>
    app.call(undefined, 'POST', '/auth/invites/accept', { token, name: 'Gerente', password })
  const someone = () => `gerente-${crypto.randomUUID()}@example.test`

  test('who becomes manager on acceptance; the invitation is in the lists and audit logs of store and platform', async () => {
    const email = someone()
    const made = await invite(email)
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({ storeId: stores[0].id, email, role: 'manager' })
    const listed = (await app.call(former, 'GET', `/pos/invites?storeId=${stores[0].id}`)).body.items
    expect(listed.map(({ id }: { id: string }) => id)).toContain(made.body.id)
    const log = (await app.call(former, 'GET', `/pos/audit_log?storeId=${stores[0].id}&entity=invite`)).body
      .items
    expect(log).toMatchObject([{ action: 'invite.created', userId: chief.id }])
    const audit = (await app.call(chief, 'GET', `/platform/audit?merchantId=${merchant.id}`)).body.items
    expect(
      audit.find(({ action }: { action: string }) => action === 'merchant.manager_invited'),
    ).toMatchObject({
      userId: chief.id,
      after: { storeId: stores[0].id, email, reason: 'La dueña no puede entrar' },
    })
    const accepted = await accept(made.body.token)
    expect(accepted.status, accepted.text).toBe(201)
    expect(await storesOf({ ...next, token: accepted.body.token })).toEqual([[stores[0].id, 'manager']])
  })

  test('unless the store withdraws it', async () => {
    const { id, token } = (await invite(someone())).body
    expect((await app.call(former, 'DELETE', `/pos/invites/${id}`)).status).toBe(204)
    expect(codeOf(await accept(token))).toEqual([409, 'invite_spent'])
  })

  const label = 'platformAdmin'
  const assignments = '/platform/admin-assignments'
  const be = (id: string, status: string) =>
    app.call(chief, 'PATCH', `/platform/accounts/${id}/status`, { status, reason: 'Prueba' })
  const confine = (email: string, merchantId: string) =>
    app.call(chief, 'POST', assignments, { email, merchantId })
  const release = (id: string, merchantId: string) =>
    app.call(chief, 'DELETE', `${assignments}/${id}/${merchantId}`)

  test.each<[string, (admin: Person, elsewhere: string) => (() => Promise<Answer>)[]]>([
    [
      'loses the label',
      ({ id, email }) => [
        () => app.call(chief, 'DELETE', `/platform/roles/${id}/${label}`),
        () => app.call(chief, 'POST', '/platform/roles', { email, label }),
      ],
    ],
    ['is blocked', ({ id }) => [() => be(id, 'BLOCKED'), () => be(id, 'ACTIVE')]],
    ['is confined to others', ({ id, email }, at) => [() => confine(email, at), () => release(id, at)]],
    ['comes to own another', (admin, at) => [() => move(admin, chief, at), () => move(next, chief, at)]],
  ])('or the administrator %s, even for a moment; nor does an owner join then', async (_, actsOn) => {
    const admin = await app.world.platformAdmin()
    const made = await app.call(admin, 'POST', '/pos/merchants', {
      name: 'Nueva',
      owner: { email: someone(), name: 'Dueña' },
    })
    const tokens = [(await invite(someone(), admin)).body.token, made.body.invite.token]
    const elsewhere = await app.world.merchant()
    for (const act of actsOn(admin, elsewhere.id)) expect((await act()).status).toBeLessThan(300)
    for (const token of tokens) expect(codeOf(await accept(token))).toEqual([409, 'invite_spent'])
  })

  test('also of a confined administrator, as long as they oversee the merchant', async () => {
    const admin = await app.world.platformAdmin()
    const elsewhere = await app.world.merchant()
    const [kept, lost] = [(await invite(someone(), admin)).body, (await invite(someone(), admin)).body]
    await confine(admin.email, merchant.id)
    expect((await accept(kept.token)).status).toBe(201)
    await confine(admin.email, elsewhere.id)
    expect((await release(admin.id, merchant.id)).status).toBe(204)
    expect(codeOf(await accept(lost.token))).toEqual([409, 'invite_spent'])
  })

  test('but not into another merchant’s store, not platform staff, not a member twice, and not while it is suspended', async () => {
    const elsewhere = await app.world.store()
    expect(codeOf(await invite(someone(), chief, elsewhere))).toEqual([404, 'not_found'])
    expect(codeOf(await invite((await app.world.operator()).email))).toEqual([409, 'platform_staff'])
    expect(codeOf(await invite(chief.email))).toEqual([409, 'platform_staff'])
    expect(codeOf(await invite(former.email))).toEqual([409, 'already_member'])
    const { token } = (await invite('primera@example.test')).body
    expect((await invite('PRIMERA@example.test')).status).toBe(201)
    expect(codeOf(await accept(token))).toEqual([409, 'invite_spent'])
    for (const who of [former, await app.world.operator()])
      expect(codeOf(await invite(someone(), who))).toEqual([403, 'forbidden'])
    const set = (status: string) =>
      app.call(chief, 'PATCH', `/pos/merchants/${merchant.id}/status`, { status, reason: 'Prueba' })
    await set('SUSPENDED')
    expect(codeOf(await invite(someone()))).toEqual([403, 'merchant_suspended'])
    await set('ACTIVE')
    expect((await invite(someone())).status).toBe(201)
  })
})
