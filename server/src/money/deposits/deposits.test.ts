import { createHash } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
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

let keys = 0
const nextKey = () => `TEST${String(++keys).padStart(8, '0')}`
const deposit = (change: object = {}) => ({
  storeId: store.id,
  amountCentavos: 150_000,
  claveRastreo: nextKey(),
  paidOn: '2026-01-15',
  bank: 'STP',
  ...change,
})
const report = (who: Pick<Person, 'token'> | undefined, body: unknown, headers = {}) =>
  app.call(who, 'POST', '/pos/deposits', body, headers)
const review = (who: Pick<Person, 'token'> | undefined, id: string, status = 'CREDITED', reason?: string) =>
  app.call(who, 'PATCH', `/pos/deposits/${id}/review`, { status, ...(reason && { reason }) })
const available = async (merchantId: string): Promise<number> => {
  const { rows } = await app.admin.query(
    'select available_centavos::int as available from money.wallets where merchant_id = $1',
    [merchantId],
  )
  return rows[0].available
}
const postingsOf = async (id: string) =>
  (await app.admin.query('select kind, memo, account_id from money.postings where reference = $1', [id])).rows
const auditOf = async (id: string) =>
  (
    await app.admin.query(
      `select action, user_id as by from audit.log where entity = 'deposit' and entity_id = $1 order by id`,
      [id],
    )
  ).rows

test('managers read the account of the platform to transfer to, once an administrator has set it', async () => {
  const admin = await app.world.platformAdmin()
  const set = (key: string, value: string) =>
    app.call(admin, 'PUT', `/platform/settings/deposits.${key}`, { value })
  const account = async (who: Person = manager) =>
    (await app.call(who, 'GET', `/pos/deposits/account?storeId=${store.id}`)).body
  expect(await account()).toEqual({ clabe: null, bank: null, beneficiary: null })
  expect((await set('clabe', '646180110400000007')).status).toBe(200)
  expect(await account()).toEqual({ clabe: '646180110400000007', bank: 'STP', beneficiary: null })
  await set('beneficiary', 'Mostrador SA de CV')
  expect(await account()).toMatchObject({ beneficiary: 'Mostrador SA de CV' })
  expect(await account(await app.world.member(store, 'supervisor'))).toMatchObject({ code: 'forbidden' })
  expect((await set('clabe', '646180110400000008')).body).toMatchObject({ code: 'invalid_request' })
  expect(await account()).toMatchObject({ clabe: '646180110400000007' })
  await set('clabe', '')
  expect(await account()).toMatchObject({ clabe: null, beneficiary: null })
  await set('beneficiary', '')
})

describe('a reported deposit', () => {
  test('credits nothing until an operator has found it; then it is credited once and audited', async () => {
    const before = await available(store.merchantId)
    const made = await report(manager, deposit({ claveRastreo: 'abc123Def', note: 'Sucursal Centro' }))
    expect(made.status).toBe(201)
    expect(made.headers.get('location')).toBe(`/pos/deposits/${made.body.id}`)
    expect(made.body).toMatchObject({
      storeId: store.id,
      amountCentavos: 150_000,
      claveRastreo: 'ABC123DEF',
      paidOn: '2026-01-15',
      bank: 'STP',
      note: 'Sucursal Centro',
      proof: null,
      status: 'REPORTED',
      reviewedAt: null,
    })
    expect(await available(store.merchantId)).toBe(before)

    const credited = await review(operator, made.body.id, 'CREDITED', 'Visto en el estado de cuenta')
    expect(credited.status).toBe(200)
    expect(credited.body).toMatchObject({
      status: 'CREDITED',
      reviewedBy: operator.id,
      reviewReason: 'Visto en el estado de cuenta',
      isKeyCredited: true,
    })
    expect(await available(store.merchantId)).toBe(before + 150_000)
    expect(await postingsOf(made.body.id)).toEqual([
      { kind: 'deposit', memo: 'SPEI ABC123DEF', account_id: operator.id },
    ])
    expect(await auditOf(made.body.id)).toEqual([
      { action: 'deposit.reported', by: manager.id },
      { action: 'deposit.credited', by: operator.id },
    ])
    const seen = await app.call(manager, 'GET', `/pos/deposits/${made.body.id}`)
    expect(seen.body.status).toBe('CREDITED')
    expect(seen.body).not.toHaveProperty('reviewedBy')
  })

  test('that is rejected moves no money, and may be reported again', async () => {
    const before = await available(store.merchantId)
    const body = deposit()
    const { id } = (await report(manager, body)).body
    expect((await review(operator, id, 'REJECTED')).body.errors).toEqual([
      { path: '/reason', message: 'is required to reject a deposit' },
    ])
    expect((await review(operator, id, 'REJECTED', 'No aparece')).body.status).toBe('REJECTED')
    expect(await available(store.merchantId)).toBe(before)
    expect(await postingsOf(id)).toEqual([])
    expect((await report(manager, body)).status).toBe(201)
  })

  test('is reviewed once', async () => {
    const { id } = (await report(manager, deposit())).body
    await review(operator, id)
    for (const [status, reason] of [
      ['CREDITED', 'Otra vez'],
      ['REJECTED', 'Siempre no'],
    ] as const) {
      const again = await review(operator, id, status, reason)
      expect(again).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition', depositStatus: 'CREDITED' },
      })
    }
    expect(await postingsOf(id)).toHaveLength(1)
  })

  test('gives back what the wallet was lent after a restore, no more than that and no other correction', async () => {
    const own = await app.world.store()
    const correct = (accounts: string[], amounts: number[]) =>
      app.admin.query(`select money.post($1, 'correction', app.uuid_v7(), $2, $3)`, [
        own.merchantId,
        accounts,
        amounts,
      ])
    await correct(['suspense', 'wallet'], [-70_000, 70_000])
    await correct(['suspense', 'wallet'], [-30_000, 30_000])
    await correct(['suspense', 'aggregator_payable'], [-9_450, 9_450])
    const credit = async (amountCentavos: number) => {
      const made = await report(own.manager, deposit({ storeId: own.id, amountCentavos }))
      expect((await review(operator, made.body.id)).status).toBe(200)
    }
    await credit(40_000)
    expect(await available(own.merchantId)).toBe(100_000)
    await Promise.all([credit(50_000), credit(50_000)])
    expect(await available(own.merchantId)).toBe(140_000)
    await credit(1_000)
    expect(await available(own.merchantId)).toBe(141_000)
    const { rows } = await app.admin.query(
      `select sum(amount_centavos)::int as suspense from money.entries where merchant_id = $1 and account = 'suspense'`,
      [own.merchantId],
    )
    expect(rows).toEqual([{ suspense: -9_450 }])
  })

  test('is not reported twice by its merchant', async () => {
    const body = deposit()
    const first = await report(manager, body)
    const again = await report(manager, { ...body, claveRastreo: body.claveRastreo.toLowerCase() })
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'deposit_already_reported', depositId: first.body.id, depositStatus: 'REPORTED' },
    })
  })

  test('with the same idempotency key is the same deposit, and another request with that key is refused', async () => {
    const body = deposit()
    const key = { 'idempotency-key': 'deposit-1' }
    const [first, second] = await Promise.all([report(manager, body, key), report(manager, body, key)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const replays = [first, second].map(({ headers }) => headers.get('idempotent-replayed'))
    expect(replays.sort()).toEqual(['true', null].sort())
    const other = await report(manager, { ...body, amountCentavos: 1 }, key)
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  })

  test.each([
    [{ amountCentavos: 0 }, '/amountCentavos'],
    [{ amountCentavos: 10.5 }, '/amountCentavos'],
    [{ claveRastreo: 'con espacio' }, '/claveRastreo'],
    [{ claveRastreo: 'A'.repeat(31) }, '/claveRastreo'],
    [{ claveRastreo: '' }, '/claveRastreo'],
    [{ paidOn: '2026-02-30' }, '/paidOn'],
    [{ paidOn: '2999-01-01' }, '/paidOn'],
    [{ status: 'CREDITED' }, '/status'],
  ])('with %j is refused', async (change, path) => {
    const answer = await report(manager, deposit(change))
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].path).toBe(path)
  })
})

describe('one tracking key', () => {
  test('is credited to one wallet only, even if several merchants report it', async () => {
    const other = await app.world.store()
    const body = deposit()
    const mine = (await report(manager, body)).body
    const theirs = (await report(other.manager, { ...body, storeId: other.id })).body
    expect((await review(operator, mine.id)).status).toBe(200)
    const listed = await app.call(operator, 'GET', `/pos/deposits/ops?claveRastreo=${body.claveRastreo}`)
    expect(listed.body.items.map((each: { isKeyCredited: boolean }) => each.isKeyCredited)).toEqual([
      true,
      true,
    ])
    const refused = await review(operator, theirs.id)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'tracking_key_credited', depositId: mine.id },
    })
    expect(await available(other.merchantId)).toBe(0)
    expect((await review(operator, theirs.id, 'REJECTED', 'Ya abonado a otro comercio')).status).toBe(200)
  })

  test('is credited once by twenty concurrent operators', async () => {
    const { id } = (await report(manager, deposit())).body
    const before = await available(store.merchantId)
    const operators = await Promise.all(Array.from({ length: 20 }, () => app.world.operator()))
    const answers = await Promise.all(operators.map((who) => review(who, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'invalid_transition')).toHaveLength(19)
    expect(await available(store.merchantId)).toBe(before + 150_000)
    expect(await postingsOf(id)).toHaveLength(1)
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['deposit.reported', 'deposit.credited'])
  })

  test('is credited to one wallet when ten merchants report it and all are credited concurrently', async () => {
    const body = deposit()
    // A cluster creates one merchant at a time.
    const stores: Awaited<ReturnType<typeof app.world.store>>[] = []
    for (let no = 0; no < 10; no++) stores.push(await app.world.store())
    const ids = await Promise.all(
      stores.map(
        async (each) => (await report(each.manager, { ...body, storeId: each.id })).body.id as string,
      ),
    )
    const answers = await Promise.all(ids.map((id) => review(operator, id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'tracking_key_credited')).toHaveLength(9)
    const balances = await Promise.all(stores.map(({ merchantId }) => available(merchantId)))
    expect(balances.reduce((sum, each) => sum + each, 0)).toBe(150_000)
  })
})

describe('who may', () => {
  const people: Record<string, Pick<Person, 'token'> | undefined> = {}
  let id: string

  beforeAll(async () => {
    const other = await app.world.store()
    people['nobody'] = undefined
    people['a customer'] = await app.world.person()
    people['a cashier'] = await app.world.member(store, 'cashier')
    people['a supervisor'] = await app.world.member(store, 'supervisor')
    people['a manager'] = manager
    people['a manager elsewhere'] = other.manager
    people['an operator'] = operator
    people['an administrator'] = await app.world.platformAdmin()
    people['an operator without a factor'] = await app.world.person({
      labels: ['platformOperator'],
      secondFactor: false,
    })
    id = (await report(manager, deposit())).body.id
  })

  const codes = (own: number, list: number, review: number, reporting: number) => ({
    own,
    list,
    review,
    reporting,
  })
  test.each(
    Object.entries({
      nobody: codes(401, 401, 401, 401),
      'a customer': codes(404, 403, 403, 403),
      'a cashier': codes(404, 403, 403, 403),
      'a supervisor': codes(404, 403, 403, 403),
      'a manager': codes(200, 403, 403, 201),
      'a manager elsewhere': codes(404, 403, 403, 403),
      'an operator': codes(404, 200, 404, 403),
      'an administrator': codes(404, 200, 404, 403),
      'an operator without a factor': codes(404, 403, 403, 403),
    }),
  )('report, read, list and review: %s', async (who, wanted) => {
    const nothing = '01900000-0000-7000-8000-000000000000'
    const got = {
      own: (await app.call(people[who], 'GET', `/pos/deposits/${id}`)).status,
      list: (await app.call(people[who], 'GET', '/pos/deposits/ops')).status,
      review: (await review(people[who], nothing)).status,
      reporting: (await report(people[who], deposit())).status,
    }
    expect(got).toEqual(wanted)
    if (wanted.own === 401) return
    const listed = await app.call(people[who], 'GET', '/pos/deposits')
    expect(listed.status).toBe(200)
    expect(listed.body.items.length > 0).toBe(wanted.own === 200)
  })

  test('nobody reviews a deposit that they reported, with or without a label', async () => {
    const both = await app.world.member(store, 'manager')
    const own = (await report(both, deposit())).body
    await app.world.joinPlatform(both)
    for (const status of ['CREDITED', 'REJECTED']) {
      const refused = await review(both, own.id, status, 'Es mío')
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await postingsOf(own.id)).toEqual([])
    expect((await review(operator, own.id)).status).toBe(200)
  })

  test('a manager of a sibling store reads it too: the wallet is the same', async () => {
    const owner = await app.world.person()
    const merchant = await app.world.merchant({ owner })
    const [one, two] = [await app.world.store(merchant), await app.world.store(merchant)]
    const sibling = await app.world.member(two, 'manager')
    const made = (await report(one.manager, deposit({ storeId: one.id }))).body
    expect((await app.call(sibling, 'GET', `/pos/deposits/${made.id}`)).status).toBe(200)
  })

  test('a label shows deposits and no other row of a merchant, also to the API’s login role', async () => {
    const client = new pg.Client({ connectionString: app.apiUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select app.authenticate($1, null, true, null)', [
        createHash('sha256').update(operator.token).digest(),
      ])
      const counts: Record<string, number> = {}
      for (const table of [
        'money.deposits',
        'money.wallets',
        'money.postings',
        'money.entries',
        'shop.stores',
        'vas.sales',
      ])
        counts[table] = (await client.query(`select 1 from ${table}`)).rowCount ?? 0
      expect(counts['money.deposits']).toBeGreaterThan(0)
      delete counts['money.deposits']
      expect(Object.values(counts).every((count) => count === 0)).toBe(true)
      await expect(client.query(`update money.deposits set status = 'CREDITED'`)).rejects.toThrow(
        'permission denied',
      )
    } finally {
      await client.end()
    }
  })
})

test('a suspended merchant reports nothing, and earlier reports can still be credited', async () => {
  const other = await app.world.store()
  const { id } = (await report(other.manager, deposit({ storeId: other.id }))).body
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [other.merchantId])
  const refused = await report(other.manager, deposit({ storeId: other.id }))
  expect(refused).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
  expect((await review(operator, id)).status).toBe(200)
})

test('both lists page in their own order, and refuse the other list’s cursor', async () => {
  const other = await app.world.store()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await report(other.manager, deposit({ storeId: other.id }))).body.id)
  const pages = async (who: Person, path: string) => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await app.call(
        who,
        'GET',
        `${path}limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      )
      found.push(...body.items.map((each: { id: string }) => each.id))
      cursor = body.nextCursor
    } while (cursor !== null)
    return found
  }
  expect(await pages(other.manager, '/pos/deposits?')).toEqual(ids.toReversed())
  const queue = `/pos/deposits/ops?status=REPORTED&merchantId=${other.merchantId}&`
  expect(await pages(operator, queue)).toEqual(ids)
  const { nextCursor } = (await app.call(other.manager, 'GET', '/pos/deposits?limit=2')).body
  const strange = await app.call(operator, 'GET', `/pos/deposits/ops?cursor=${nextCursor}`)
  expect(strange.body.code).toBe('invalid_cursor')
})

test('the books balance after all of this', async () => {
  const { rows } = await app.admin.query('select * from money.imbalances()')
  expect(rows).toEqual([])
})
