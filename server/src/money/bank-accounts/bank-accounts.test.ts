import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import { patient } from '../../../test/patience.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let manager: Member
let operator: Person

beforeAll(async () => {
  app = await sharedProduct()
  store = await app.world.store()
  manager = await app.world.member(store, 'manager')
  operator = await app.world.operator()
})

type Caller = Pick<Person, 'token'> | undefined
const add = (who: Caller, body: object = {}) =>
  app.call(who, 'POST', '/pos/settlements/bank-account', { clabe: newClabe(), holder: 'Rosa Luna', ...body })
const decide = (who: Caller, id: string, status = 'VERIFIED', reason?: string) =>
  app.call(who, 'PATCH', `/pos/settlements/bank-account/${id}/verification`, {
    status,
    ...(reason && { reason }),
  })
const reject = (id: string) => decide(operator, id, 'REJECTED', 'El titular no coincide')
const list = async (who: Caller, query = '') =>
  (await app.call(who, 'GET', `/pos/settlements/bank-account${query}`)).body.items
const queue = async (query = '') =>
  (await app.call(operator, 'GET', `/pos/settlements/ops/bank-accounts${query}`)).body
const auditOf = async (id: string) =>
  (
    await app.admin.query(
      `select action, user_id as by from audit.log where entity = 'bank_account' and entity_id = $1 order by id`,
      [id],
    )
  ).rows
/** A store of its own merchant. */
const shop = async () => {
  const made = await app.world.store()
  return { ...made, add: (body: object = {}) => add(made.manager, body) }
}

describe('an account', () => {
  test('is added by a manager, waits, is verified for twelve months, and every step is audited', async () => {
    const made = await add(manager, { clabe: '646180110400000007', holder: '  Rosa   Luna ' })
    expect(made.status, made.text).toBe(201)
    expect(made.body).toEqual({
      id: made.body.id,
      holder: 'Rosa Luna',
      bank: { code: '646', name: 'STP' },
      clabeLastFour: '0007',
      status: 'PENDING',
      reason: null,
      addedAt: expect.any(String),
      decidedAt: null,
      verifiedAt: null,
      expiresAt: null,
    })
    const decided = await decide(operator, made.body.id)
    expect(decided.status, decided.text).toBe(200)
    expect(decided.body).toMatchObject({
      status: 'VERIFIED',
      isAttested: false,
      decidedBy: operator.id,
      addedBy: manager.id,
      merchant: { id: store.merchantId },
    })
    const months = (Date.parse(decided.body.expiresAt) - Date.parse(decided.body.verifiedAt)) / 86_400_000
    expect(months).toBeGreaterThan(364)
    expect(months).toBeLessThan(367)
    const seen = (await list(manager)).find(({ id }: { id: string }) => id === made.body.id)
    expect(seen).toMatchObject({ status: 'VERIFIED' })
    expect(seen).not.toHaveProperty('decidedBy')
    expect(await auditOf(made.body.id)).toEqual([
      { action: 'bank_account.added', by: manager.id },
      { action: 'bank_account.verified', by: operator.id },
    ])
  })

  test('is never shown in full: not in rows, audit, events, logs or answers', async () => {
    const clabe = newClabe('072')
    const { body } = await add(manager, { clabe })
    await reject(body.id)
    const { rows } = await app.admin.query(
      `select (select string_agg(a::text, ' ') from money.bank_accounts a) || (select string_agg(l::text, ' ') from audit.log l)
           || (select string_agg(e::text, ' ') from events.events e) as text`,
    )
    const answers = JSON.stringify([await list(manager), await queue(), body])
    for (const text of [rows[0].text, app.logLines.join('\n'), answers]) expect(text).not.toContain(clabe)
    const { rows: sealed } = await app.admin.query('select sealed from money.bank_accounts where id = $1', [
      body.id,
    ])
    expect(sealed[0].sealed.includes(Buffer.from(clabe))).toBe(false)
    const api = new pg.Client({ connectionString: app.apiUrl })
    await api.connect()
    for (const column of ['sealed', 'sealed_key', 'fingerprint'])
      await expect(api.query(`select ${column} from money.bank_accounts`)).rejects.toMatchObject({
        code: '42501',
      })
    await api.end()
  })

  test('sent again is the existing one; with another holder it is refused; after a rejection it may be sent again', async () => {
    const { add: give } = await shop()
    const clabe = newClabe()
    const first = await give({ clabe })
    const again = await give({ clabe })
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } })
    expect(await give({ clabe, holder: 'Otra Persona' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate_value', field: 'clabe', bankAccountId: first.body.id },
    })
    await reject(first.body.id)
    const second = await give({ clabe, holder: 'Otra Persona' })
    expect(second).toMatchObject({ status: 201, body: { status: 'PENDING' } })
    expect(second.body.id).not.toBe(first.body.id)
  })

  test('with another CLABE is another account, which is verified separately', async () => {
    const { manager: owner } = await shop()
    const first = (await add(owner)).body.id
    await decide(operator, first)
    await add(owner)
    expect((await list(owner)).map(({ status }: { status: string }) => status)).toEqual([
      'PENDING',
      'VERIFIED',
    ])
  })

  test('of one merchant may also belong to another merchant', async () => {
    const clabe = newClabe()
    const [one, other] = [await shop(), await shop()]
    expect([(await one.add({ clabe })).status, (await other.add({ clabe })).status]).toEqual([201, 201])
  })

  test('sent ten times concurrently is one', async () => {
    const { manager: owner } = await shop()
    const clabe = newClabe()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(owner, { clabe })))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await list(owner)).toHaveLength(1)
  })

  test('is refused while five are waiting, also for concurrent requests', async () => {
    const { manager: owner } = await shop()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(owner)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const { body } of answers.filter(({ status }) => status !== 201))
      expect(body.code).toBe('bank_accounts_pending')
  })
})

describe('a decision', () => {
  test('can be rejected only with a reason, which the merchant sees', async () => {
    const { id } = (await add(manager)).body
    expect((await decide(operator, id, 'REJECTED')).body.errors).toEqual([
      { path: '/reason', message: 'is required to reject an account' },
    ])
    expect((await reject(id)).body.status).toBe('REJECTED')
    const [latest] = await list(manager)
    expect(latest).toMatchObject({ id, status: 'REJECTED', reason: 'El titular no coincide' })
  })

  // From, to, and the expected answer. EXPIRED stands for an account past its twelve months.
  test.each([
    ['PENDING', 'VERIFIED', 200, 'VERIFIED'],
    ['PENDING', 'REJECTED', 200, 'REJECTED'],
    ['VERIFIED', 'VERIFIED', 409, 'already_verified'],
    ['VERIFIED', 'REJECTED', 200, 'REJECTED'],
    ['REJECTED', 'VERIFIED', 409, 'invalid_transition'],
    ['REJECTED', 'REJECTED', 409, 'invalid_transition'],
    ['EXPIRED', 'VERIFIED', 200, 'VERIFIED'],
    ['EXPIRED', 'REJECTED', 200, 'REJECTED'],
  ])('from %s to %s answers %i %s', async (from, to, status, outcome) => {
    const { id } = (await (await shop()).add()).body
    if (from === 'REJECTED') await reject(id)
    else if (from !== 'PENDING') await decide(operator, id)
    if (from === 'EXPIRED')
      await app.admin.query(`update money.bank_accounts set expires_at = now() where id = $1`, [id])
    const answer = await decide(operator, id, to, 'Prueba')
    expect(answer).toMatchObject({ status, body: status === 200 ? { status: outcome } : { code: outcome } })
  })

  test('by concurrent requests succeeds once', async () => {
    const { id } = (await (await shop()).add()).body
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, no) =>
        no % 2 === 0 ? decide(operator, id) : decide(operator, id, 'REJECTED', 'Prueba'),
      ),
    )
    const audit = (await auditOf(id)).filter(({ action }) => action !== 'bank_account.added')
    // A verified account may still be rejected, once; a rejection is final.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(audit.length)
    expect(audit.at(-1)?.action).toBe('bank_account.rejected')
    expect(audit.length).toBeLessThanOrEqual(2)
  })

  test('locks at the fifth rejection: no account is added or decided until it is unlocked', async () => {
    const { manager: owner, merchantId } = await shop()
    const waiting = (await add(owner)).body.id
    for (let no = 0; no < 5; no++) expect((await reject((await add(owner)).body.id)).status).toBe(200)
    expect(await add(owner)).toMatchObject({ status: 409, body: { code: 'verification_locked' } })
    expect(await decide(operator, waiting)).toMatchObject({
      status: 409,
      body: { code: 'verification_locked' },
    })
    const admin = await app.world.platformAdmin()
    const unlocked = await app.call(admin, 'POST', `/pos/admin/merchants/${merchantId}/verification/unlock`, {
      reason: 'Documentos aclarados',
    })
    expect(unlocked.body).toMatchObject({ status: 'PENDING', rejections: 0, lockedAt: null })
    expect((await add(owner)).status).toBe(201)
    expect((await decide(operator, waiting)).status).toBe(200)
  })

  test('cannot be made on an account that one added oneself', async () => {
    const both = await app.world.member(store, 'manager')
    const { id } = (await add(both)).body
    await app.world.joinPlatform(both)
    expect(await decide(both, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await decide(operator, id)).status).toBe(200)
  })
})

describe('the queue', () => {
  test('is filtered by status and merchant, and paged with the oldest first', async () => {
    const { manager: owner, merchantId } = await shop()
    const ids = []
    for (let no = 0; no < 3; no++) ids.push((await add(owner)).body.id)
    await decide(operator, ids[0])
    const of = `merchantId=${merchantId}&limit=2`
    const first = await queue(`?${of}`)
    const second = await queue(`?${of}&cursor=${first.nextCursor}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids)
    expect((await queue(`?${of}&status=VERIFIED`)).items.map(({ id }: { id: string }) => id)).toEqual([
      ids[0],
    ])
    expect((await queue(`?cursor=${first.nextCursor}`)).code).toBe('invalid_cursor')
    const one = await app.call(
      operator,
      'GET',
      `/pos/settlements/bank-account/admin?merchantId=${merchantId}`,
    )
    expect(one.body.items.map(({ id }: { id: string }) => id)).toEqual(ids)
    const none = await app.call(
      operator,
      'GET',
      '/pos/settlements/bank-account/admin?merchantId=01900000-0000-7000-8000-000000000000',
    )
    expect(none.status).toBe(404)
  })

  test('has each account in its current status only, also when it expired since the last night', async () => {
    const { manager: owner, merchantId } = await shop()
    const [pending, verified, expired, rejected] = [
      (await add(owner)).body.id,
      (await add(owner)).body.id,
      (await add(owner)).body.id,
      (await add(owner)).body.id,
    ]
    for (const id of [verified, expired]) await decide(operator, id)
    await app.admin.query('update money.bank_accounts set expires_at = now() where id = $1', [expired])
    await reject(rejected)
    for (const [status, id] of Object.entries({
      PENDING: pending,
      VERIFIED: verified,
      EXPIRED: expired,
      REJECTED: rejected,
    })) {
      const { items } = await queue(`?merchantId=${merchantId}&status=${status}`)
      expect(items).toMatchObject([{ id, status }])
    }
  })

  test('finds the waiting accounts by their status, among many that are verified', async () => {
    const crowded = await startProduct()
    try {
      const { merchantId } = await crowded.world.store()
      await crowded.admin.query(
        `insert into money.bank_accounts (merchant_id, id, permission_set, holder, bank_code, clabe_last_four, fingerprint, sealed,
                                          sealed_key, status, added_by, verified_at, expires_at)
         select $1, app.uuid_v7(), authz.open_portfolio($1, null), 'Rosa Luna', '646', '0123', sha256(no::text::bytea), '\\x00',
                '\\x00', case when no < 20000 then 'VERIFIED' else 'PENDING' end, $1, now(), now() + interval '1 year'
           from generate_series(1, 20000) no`,
        [merchantId],
      )
      await crowded.admin.query('vacuum analyze money.bank_accounts')
      const readings = async () =>
        (
          await crowded.admin.query(
            `select idx_scan::int as n from pg_stat_user_indexes where indexrelname = 'bank_accounts_status'`,
          )
        ).rows[0].n
      const before = await readings()
      const who = await crowded.world.operator()
      const waiting = await crowded.call(who, 'GET', '/pos/settlements/ops/bank-accounts?status=PENDING')
      expect(waiting.body.items).toMatchObject([{ status: 'PENDING' }])
      await expect.poll(readings, { interval: 500, timeout: patient(10_000) }).toBeGreaterThan(before)
    } finally {
      await crowded.close()
    }
  })
})

describe('permissions', () => {
  test.each([
    ['nobody', 401],
    ['a customer', 403],
    ['a cashier', 403],
    ['a supervisor', 403],
    ['a manager of another merchant', 403],
    ['an operator', 403],
    ['a manager', 201],
    ['the owner', 201],
  ])('%s adds an account: %i', async (who, status) => {
    const place = await shop()
    const callers: Record<string, () => Promise<Caller>> = {
      nobody: async () => undefined,
      'a customer': () => app.world.person(),
      'a cashier': () => app.world.member(place, 'cashier'),
      'a supervisor': () => app.world.member(place, 'supervisor'),
      'a manager of another merchant': async () => manager,
      'an operator': async () => operator,
      'a manager': () => app.world.member(place, 'manager'),
      'the owner': async () => place.manager,
    }
    const answer = await add(await callers[who]?.(), { storeId: place.id })
    expect(answer.status, answer.text).toBe(status)
    // A caller without permission learns that, and not what is wrong with the request.
    const wrong = await add(await callers[who]?.(), { storeId: place.id, clabe: '1' })
    expect(wrong.status).toBe(status === 201 ? 422 : status)
  })

  test('only managers of its stores can read a merchant’s accounts', async () => {
    const merchant = await app.world.merchant()
    const [first, second] = [await app.world.store(merchant), await app.world.store(merchant)]
    await add(first.manager, { storeId: first.id })
    const there = await app.world.member(second, 'manager')
    expect(await list(there)).toHaveLength(1)
    expect(await list(first.manager, `?storeId=${second.id}`)).toHaveLength(1)
    for (const who of [
      await app.world.member(first, 'supervisor'),
      await app.world.member(first, 'cashier'),
      await app.world.person(),
      manager,
      operator,
    ])
      expect(await list(who, `?storeId=${first.id}`)).toEqual([])
    expect((await app.call(undefined, 'GET', '/pos/settlements/bank-account')).status).toBe(401)
  })

  test('a suspended merchant cannot add accounts', async () => {
    const { manager: owner, merchantId } = await shop()
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [merchantId])
    expect((await add(owner)).body.code).toBe('merchant_suspended')
  })

  test.each([
    [{ clabe: '646180110400000008' }, '/clabe'],
    [{ clabe: newClabe('999') }, '/clabe'],
    [{ clabe: '64618011040000000' }, '/clabe'],
    [{ clabe: 646 }, '/clabe'],
    [{ holder: '' }, '/holder'],
    [{ holder: 'x'.repeat(121) }, '/holder'],
    [{ status: 'VERIFIED' }, '/status'],
  ])('%j is refused, naming %s', async (body, path) => {
    const answer = await add(manager, body)
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request', errors: [{ path }] } })
  })
})
