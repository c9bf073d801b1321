import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type App, startApp } from '../../../../test/app.ts'
import { patient } from '../../../../test/patience.ts'
import { startVasApp, type VasApp } from '../../../../test/vas-app.ts'
import type { Member, Store } from '../../../../test/world.ts'
import { offAggregator } from '../../../adapters/aggregator/off.ts'
import { sandboxAggregator } from '../../../adapters/aggregator/sandbox.ts'
import type { Transport } from '../../../adapters/aggregator/transport.ts'
import { debtsRoutes } from './routes.ts'
import { debtsService } from './service.ts'

let app: VasApp
let store: Store
let cashier: Member
/** Bodies of the orders that reached the provider. */
const orders: { external_id: string; statement_identifier?: unknown }[] = []

/** Runs once, after the biller has said what is owed and before we know. */
let whileAsked: (() => Promise<void>) | undefined

const recording =
  (inner: Transport): Transport =>
  async (request, signal) => {
    if (request.method === 'POST' && request.path === '/async/transactions')
      orders.push(JSON.parse(request.body as string))
    const answer = await inner(request, signal)
    const isLookup = request.path.startsWith('/lookup')
    if (isLookup && whileAsked !== undefined) {
      const work = whileAsked
      whileAsked = undefined
      await work()
    }
    return answer
  }

beforeAll(async () => {
  app = await startVasApp({ sandbox: { wrapTransport: recording } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await switchLookup(true)
  ;({ store, cashier } = await app.shop())
})

async function switchLookup(isOn: boolean): Promise<void> {
  await app.admin.query(
    `insert into settings.settings (key, value) values ('vas_adeudo_lookup', $1::jsonb)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(isOn)],
  )
}

async function biller(name: string): Promise<{ providerId: string; productId: string }> {
  const { rows } = await app.admin.query(
    `select v.id as "providerId", p.id as "productId" from vas.providers v join vas.products p on p.provider_id = v.id
      where v.name = $1 and p.kind = 'service'`,
    [name],
  )
  return rows[0]
}

const lookUp = async (name: string, reference: string, as: Member | undefined = cashier): Promise<Answer> => {
  const { providerId } = await biller(name)
  return app.call(as, 'GET', `/vas/adeudo?providerId=${providerId}&reference=${reference}`)
}

const pay = async (name: string, reference: string, more: object, headers = {}): Promise<Answer> => {
  const { productId } = await biller(name)
  return app.call(cashier, 'POST', '/vas/sale', { productId, reference, ...more }, headers)
}

/** Lets the minutes pass in which a repeated sale is suspected. */
const letMinutesPass = async () => {
  const six = `interval '6 minutes'`
  await app.admin.query(
    `update vas.sales set created_at = created_at - ${six}, completed_at = completed_at - ${six} where merchant_id = $1`,
    [store.merchantId],
  )
  await app.admin.query(`update vas.quotes set created_at = created_at - ${six} where merchant_id = $1`, [
    store.merchantId,
  ])
}

describe('looking a debt up', () => {
  test('returns the amount owed, with a quote that is valid for 15 minutes', async () => {
    const before = Date.now()
    const { status, body, headers } = await lookUp('CFE', '123456789001')
    expect(status).toBe(200)
    expect(body).toEqual({
      quoteId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      items: [
        {
          reference: expect.stringMatching(/^\d{4}-\d{2}$/),
          dueOn: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
          amountCentavos: expect.any(Number),
          partial: false,
        },
      ],
      expiresAt: expect.any(String),
    })
    const lifeMs = Date.parse(body.expiresAt) - before
    expect(lifeMs).toBeGreaterThan(14 * 60_000)
    expect(lifeMs).toBeLessThan(16 * 60_000)
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await lookUp('Telmex', '5555123001')).body.items).toMatchObject([{ partial: true }])
  })

  test('of an account with two open statements lists both', async () => {
    expect((await lookUp('CFE', '123456789002')).body.items).toHaveLength(2)
  })

  test.each([
    ['nothing open', '123456789000', 409, 'nothing_owed'],
    ['an account that the biller does not know', '123456789003', 422, 'reference_invalid'],
    ['a biller that does not answer', '123456789004', 503, 'aggregator_unavailable'],
    ['a malformed reference', '12', 422, 'reference_invalid'],
  ])('reports %s', async (_what, reference, status, code) => {
    const answer = await lookUp('CFE', reference)
    expect(answer, answer.text).toMatchObject({ status, body: { code } })
    if (code === 'nothing_owed') expect(answer.body.items).toEqual([])
    const { rows } = await app.admin.query('select 1 from vas.quotes where store_id = $1', [store.id])
    expect(rows).toEqual([])
  })

  test('refuses in order: permissions, switch, state of the merchant, request', async () => {
    const { providerId } = await biller('CFE')
    const sky = await biller('Sky')
    const { cashier: stranger, store: foreign } = await app.shop()
    const at = (query: string, as?: Member) => app.call(as, 'GET', `/vas/adeudo?${query}`)
    const good = `providerId=${providerId}&reference=123456789001`
    expect((await at(good)).status).toBe(401)
    await switchLookup(false)
    for (const query of ['', good, `providerId=x&storeId=y`, `${good}&storeId=${store.id}`])
      expect(await at(query, cashier)).toMatchObject({ status: 403, body: { code: 'feature_disabled' } })
    expect(await at(`${good}&storeId=${foreign.id}`, cashier)).toMatchObject({ body: { code: 'forbidden' } })
    await app.admin.query('delete from settings.settings')
    expect(await at(good, cashier)).toMatchObject({ status: 403, body: { code: 'feature_disabled' } })
    await switchLookup(true)
    expect(await at(`${good}&storeId=${store.id}`, stranger)).toMatchObject({ body: { code: 'forbidden' } })
    expect(await at('reference=1', cashier)).toMatchObject({
      status: 422,
      body: { code: 'invalid_request', errors: [{ path: '/providerId' }] },
    })
    expect(await at(`providerId=${store.id}&reference=1`, cashier)).toMatchObject({ status: 404 })
    expect(await at(`providerId=${sky.providerId}&reference=12345678`, cashier)).toMatchObject({
      status: 422,
      body: { code: 'product_unavailable' },
    })
    await app.admin.query('update platform.merchants set is_verified = false where id = $1', [
      store.merchantId,
    ])
    expect(await at(good, cashier)).toMatchObject({ status: 403, body: { code: 'merchant_unverified' } })
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    expect(await at(good, cashier)).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
  })

  test('with the aggregator off is 503, and 403 while the switch is off', async () => {
    let off: App | undefined
    try {
      off = await startApp({
        routes: ({ database }) => debtsRoutes(debtsService({ database, selling: offAggregator() })),
      })
      const merchant = await off.world.merchant()
      await off.admin.query('update platform.merchants set is_verified = true')
      const person = await off.world.member(await off.world.store(merchant), 'cashier')
      const { rows } = await off.admin.query(
        `with v as (insert into vas.providers (id, provider_ref, name, slug) values (app.uuid_v7(), '1', 'CFE', 'cfe') returning id)
         insert into vas.products (id, provider_product_ref, provider_id, kind, subkind, name, min_centavos, max_centavos,
           increment_centavos, wholesale_bps, reference_rule, lookup)
         select app.uuid_v7(), '1', v.id, 'service', 'bill', 'CFE', 1000, 100000, 1, 9950, 'cfe', true from v
         returning provider_id`,
      )
      const path = `/vas/adeudo?providerId=${rows[0].provider_id}&reference=123456789001`
      expect(await off.call(person, 'GET', path)).toMatchObject({ body: { code: 'feature_disabled' } })
      await off.admin.query(`insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true')`)
      expect(await off.call(person, 'GET', path)).toMatchObject({
        status: 503,
        body: { code: 'aggregator_unavailable' },
      })
    } finally {
      await off?.close()
    }
  })
})

describe('paying a bill', () => {
  const quoted = async (name: string, reference: string) => {
    const { body } = await lookUp(name, reference)
    return {
      quoteId: body.quoteId as string,
      items: body.items as { reference: string; dueOn: string; amountCentavos: number }[],
    }
  }

  test('the amount owed is paid, with the fee on top, the statement sent to the biller, and the posting time on the ticket', async () => {
    const { quoteId, items } = await quoted('CFE', '123456789001')
    const [item] = items as [(typeof items)[0]]
    const { status, body } = await pay('CFE', '123456789001', {
      quoteId,
      amountCentavos: item.amountCentavos,
    })
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        kind: 'service',
        status: 'COMPLETED',
        outcome: { variant: 'APPROVED' },
        amountCentavos: item.amountCentavos,
        feeCentavos: 1_000,
        totalCentavos: item.amountCentavos + 1_000,
        pin: null,
      },
    })
    expect(body.receipt).toContainEqual({ label: 'Aplicación', value: 'El pago se aplica en 24 horas' })
    expect(body.receipt).toContainEqual({ label: 'Recibo', value: item.reference })
    expect(orders.find((order) => order.external_id === body.id)?.statement_identifier).toEqual({
      reference: item.reference,
      due_date: item.dueOn,
    })
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  })

  test.each([
    ['CFE', '123456789001', -100, 422],
    ['CFE', '123456789001', 100, 201],
    ['Telmex', '5555123001', -100, 201],
    ['Telmex', '5555123001', 100, 422],
    ['Izzi', '1234567001', -100, 201],
    ['Izzi', '1234567001', 100, 201],
    ['Megacable', '1234567001', -100, 422],
    ['Megacable', '1234567001', 100, 422],
  ])('%s %s: paying %i centavos more than owed is %i', async (name, reference, difference, status) => {
    const { quoteId, items } = await quoted(name, reference)
    const amountCentavos = (items[0]?.amountCentavos ?? 0) + difference
    const answer = await pay(name, reference, { quoteId, amountCentavos })
    expect(answer.status, answer.text).toBe(status)
    if (status === 422)
      expect(answer.body).toMatchObject({
        code: 'amount_not_allowed',
        owedCentavos: items[0]?.amountCentavos,
      })
  })

  describe('by one quote', () => {
    /** Pays these parts of what is owed, one after the other, after the minutes in which a repeated sale is suspected. */
    const paid = async (name: string, reference: string, parts: number[], more: object = {}) => {
      const { quoteId, items } = await quoted(name, reference)
      const owed = items[0]?.amountCentavos ?? 0
      const answers: string[] = []
      for (const part of parts) {
        await letMinutesPass()
        const amountCentavos = owed + part
        const { status, body } = await pay(name, reference, { quoteId, amountCentavos, ...more })
        const left = body.owedCentavos === undefined ? '' : ` ${body.owedCentavos - owed}`
        answers.push(`${status} ${body.code ?? body.status}${left}`)
      }
      return answers
    }

    test('no statement is paid twice, however late and whatever the cashier confirms', async () => {
      const { items } = await quoted('Megacable', '1234567001')
      const owed = items[0]?.amountCentavos ?? 0
      const twice = await paid('Megacable', '1234567001', [0, 0], { confirmDuplicate: true })
      expect(twice).toEqual(['201 COMPLETED', `422 amount_not_allowed ${-owed}`])
    })

    test('parts are paid until nothing is left', async () => {
      const { items } = await quoted('Telmex', '5555123001')
      const owed = items[0]?.amountCentavos ?? 0
      const most = 1_000 - owed
      expect(await paid('Telmex', '5555123001', [-1_000, most, most])).toEqual([
        '201 COMPLETED',
        '201 COMPLETED',
        `422 amount_not_allowed ${-owed}`,
      ])
    })

    test('more than is owed is paid when the cashier confirms it, to a biller that accepts it', async () => {
      expect(await paid('CFE', '123456789001', [0, 0])).toEqual(['201 COMPLETED', '409 duplicate_suspected'])
      const confirmed = await paid('CFE', '123456789001', [0, 0], { confirmDuplicate: true })
      expect(confirmed).toEqual(['201 COMPLETED', '201 COMPLETED'])
    })

    test('a payment that failed has paid nothing', async () => {
      // The simulator declines references ending in 002.
      expect(await paid('Totalplay', '1234567002', [0, 0])).toEqual(['201 FAILED', '201 FAILED'])
    })

    test('two tills at once pay a statement once', async () => {
      const { quoteId, items } = await quoted('Megacable', '1234567001')
      const amountCentavos = items[0]?.amountCentavos ?? 0
      const body = { quoteId, amountCentavos, confirmDuplicate: true }
      const answers = await Promise.all([1, 2, 3].map(() => pay('Megacable', '1234567001', body)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
      expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
    })
  })

  describe('by several lookups', () => {
    const owedBy = async (name: string, reference: string) => {
      const { quoteId, items } = await quoted(name, reference)
      return { quoteId, amountCentavos: items[0]?.amountCentavos ?? 0 }
    }

    test('a statement that two tills have looked up is paid once, however late the second payment comes, and also if it is confirmed', async () => {
      const [first, second] = [
        await owedBy('Megacable', '1234567001'),
        await owedBy('Megacable', '1234567001'),
      ]
      expect((await pay('Megacable', '1234567001', first)).body.status).toBe('COMPLETED')
      const refusal = { status: 422, body: { code: 'amount_not_allowed', owedCentavos: 0 } }
      const confirmed = { ...second, confirmDuplicate: true }
      expect(await pay('Megacable', '1234567001', confirmed)).toMatchObject(refusal)
      await letMinutesPass()
      expect(await pay('Megacable', '1234567001', second)).toMatchObject(refusal)
      const { rows } = await app.admin.query('select 1 from vas.sales where store_id = $1', [store.id])
      expect(rows).toHaveLength(1)
    })

    test('a payment is counted that was not final when the biller still showed the debt', async () => {
      const reference = '1234567200'
      const first = await pay('Megacable', reference, await owedBy('Megacable', reference), {
        prefer: 'wait=0',
      })
      expect(first.body.status, first.text).toBe('PENDING')
      await app.settling.idle()
      await letMinutesPass()
      const again = await owedBy('Megacable', reference)
      const refusal = { status: 422, body: { code: 'amount_not_allowed', owedCentavos: 0 } }
      expect(await pay('Megacable', reference, again)).toMatchObject(refusal)
      const status = async () =>
        (await app.call(cashier, 'GET', `/vas/sale/${first.body.id}`)).body.status as string
      await expect.poll(status, { timeout: patient(10_000) }).toBe('COMPLETED')
      await letMinutesPass()
      expect(await pay('Megacable', reference, again)).toMatchObject(refusal)
    })

    test('parts are paid by a lookup each, which shows what is left', async () => {
      const whole = await owedBy('Telmex', '5555123001')
      const part = { ...whole, amountCentavos: 1_000 }
      expect((await pay('Telmex', '5555123001', part)).body.status).toBe('COMPLETED')
      const rest = { ...(await owedBy('Telmex', '5555123001')), amountCentavos: whole.amountCentavos - 1_000 }
      // The simulated biller shows the whole debt forever.
      await app.admin.query(
        `update vas.quotes set items = jsonb_set(items, '{0,amountCentavos}', $2::text::jsonb) where id = $1`,
        [rest.quoteId, rest.amountCentavos],
      )
      expect((await pay('Telmex', '5555123001', rest)).body.status).toBe('COMPLETED')
      expect(await pay('Telmex', '5555123001', { ...rest, amountCentavos: 2_000 })).toMatchObject({
        status: 422,
        body: { code: 'amount_not_allowed', owedCentavos: 0 },
      })
    })

    test('more than is owed is paid when the cashier confirms it, to a biller that accepts it', async () => {
      const [first, second] = [await owedBy('CFE', '123456789001'), await owedBy('CFE', '123456789001')]
      const { body } = await pay('CFE', '123456789001', first)
      await letMinutesPass()
      const suspected = { status: 409, body: { code: 'duplicate_suspected', saleId: body.id } }
      expect(await pay('CFE', '123456789001', second)).toMatchObject(suspected)
      expect((await pay('CFE', '123456789001', { ...second, confirmDuplicate: true })).status).toBe(201)
    })

    test('a payment that began while the biller was being asked is counted', async () => {
      const reference = '1234567001'
      const first = await owedBy('Megacable', reference)
      whileAsked = async () => {
        expect((await pay('Megacable', reference, first)).body.status).toBe('COMPLETED')
      }
      const second = { ...(await owedBy('Megacable', reference)), confirmDuplicate: true }
      expect(await pay('Megacable', reference, second)).toMatchObject({
        status: 422,
        body: { code: 'amount_not_allowed' },
      })
    })
  })

  test('of two statements pays the named one, or the one with this amount; an overdue one if the biller accepts it', async () => {
    const cfe = await quoted('CFE', '123456789002')
    const [late, latest] = [...cfe.items].sort((a, b) => (a.dueOn < b.dueOn ? -1 : 1)) as [
      (typeof cfe.items)[0],
      (typeof cfe.items)[0],
    ]
    const { quoteId } = cfe
    const overdue = { quoteId, amountCentavos: late.amountCentavos, statementReference: late.reference }
    expect(await pay('CFE', '123456789002', overdue)).toMatchObject({
      status: 422,
      body: { code: 'statement_overdue', dueOn: late.dueOn },
    })
    const paid = await pay('CFE', '123456789002', { quoteId, amountCentavos: latest.amountCentavos })
    // The simulator declines references ending in 002; the test only checks the requested amount.
    const statementOf = (id: string) => orders.find((order) => order.external_id === id)?.statement_identifier
    expect(statementOf(paid.body.id)).toEqual({ reference: latest.reference, due_date: latest.dueOn })
    const named = { quoteId, amountCentavos: latest.amountCentavos, statementReference: '1999-01' }
    expect(await pay('CFE', '123456789002', named)).toMatchObject({ body: { code: 'quote_mismatch' } })

    const total = await quoted('Totalplay', '1234567002')
    const oldest = total.items.reduce((a, b) => (a.dueOn < b.dueOn ? a : b))
    const accepted = await pay('Totalplay', '1234567002', {
      quoteId: total.quoteId,
      amountCentavos: oldest.amountCentavos,
      statementReference: oldest.reference,
    })
    expect(statementOf(accepted.body.id)).toMatchObject({ reference: oldest.reference })
  })

  test('needs a valid quote of the same account, product and store', async () => {
    const { quoteId, items } = await quoted('CFE', '123456789001')
    const amountCentavos = items[0]?.amountCentavos ?? 0
    const code = async (answer: Promise<Answer>) => {
      const { status, body } = await answer
      return `${status} ${body.code}`
    }
    expect(await code(pay('CFE', '123456789001', { amountCentavos }))).toBe('422 quote_required')
    expect(await code(pay('CFE', '123456789011', { quoteId, amountCentavos }))).toBe('422 quote_mismatch')
    expect(await code(pay('Megacable', '123456789001', { quoteId, amountCentavos }))).toBe(
      '422 quote_mismatch',
    )
    const { cashier: stranger } = await app.shop()
    const foreign = await lookUp('CFE', '123456789001', stranger)
    expect(await code(pay('CFE', '123456789001', { quoteId: foreign.body.quoteId, amountCentavos }))).toBe(
      '404 not_found',
    )
    await app.admin.query(`update vas.quotes set expires_at = now() where id = $1`, [quoteId])
    expect(await code(pay('CFE', '123456789001', { quoteId, amountCentavos }))).toBe('409 quote_expired')
    expect(await app.books(store.merchantId)).toMatchObject({ available: 1_000_000, held: 0 })
  })

  test('is tied to the store of the quote: the same cashier in another store has to look it up again', async () => {
    const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
    await app.world.openShift(await app.world.member(sibling, 'cashier', cashier))
    const { providerId, productId } = await biller('CFE')
    const query = `providerId=${providerId}&reference=123456789001`
    const ambiguous = await app.call(cashier, 'GET', `/vas/adeudo?${query}`)
    expect(ambiguous).toMatchObject({ status: 422, body: { code: 'store_required' } })
    const { body } = await app.call(cashier, 'GET', `/vas/adeudo?${query}&storeId=${sibling.id}`)
    const payIn = (storeId: string) =>
      app.call(cashier, 'POST', '/vas/sale', {
        storeId,
        productId,
        reference: '123456789001',
        quoteId: body.quoteId,
        amountCentavos: body.items[0].amountCentavos,
      })
    expect((await payIn(store.id)).status, 'the other store’s rows are not visible here').toBe(404)
    expect((await payIn(sibling.id)).body.status).toBe('COMPLETED')
  })

  test('to a biller without a lookup needs no quote', async () => {
    const paid = await pay('Sky', '1234567800', { amountCentavos: 20_000 })
    expect(paid.body).toMatchObject({ status: 'COMPLETED', totalCentavos: 21_000 })
    const wrong = await pay('Sky', '1234567802', { amountCentavos: 20_000 })
    expect(wrong.body).toMatchObject({ status: 'FAILED', failure: { code: 'invalid_reference' } })
    expect(await pay('Sky', '1', { amountCentavos: 20_000 })).toMatchObject({
      status: 422,
      body: { code: 'reference_invalid' },
    })
    expect(await pay('Sky', '1234567800', {})).toMatchObject({ body: { code: 'amount_not_allowed' } })
  })

  test('while lookups are off, billers that accept partial payments are paid without a quote and the others are not', async () => {
    await switchLookup(false)
    expect((await pay('Telmex', '5555123001', { amountCentavos: 10_000 })).body.status).toBe('COMPLETED')
    expect(await pay('CFE', '123456789001', { amountCentavos: 10_000 })).toMatchObject({
      status: 422,
      body: { code: 'product_unavailable' },
    })
  })
})

test('a quote is visible only to the team of its store', async () => {
  const { body } = await lookUp('CFE', '123456789001')
  const { rows } = await app.admin.query(
    `select q.store_id, q.account_id, q.permission_set = authz.set_of(q.merchant_id, q.store_id, 'sales') as has_set
       from vas.quotes q where id = $1`,
    [body.quoteId],
  )
  expect(rows).toEqual([{ store_id: store.id, account_id: cashier.id, has_set: true }])
})

test('the simulator still satisfies the contract', async () => {
  const sandbox = sandboxAggregator({})
  try {
    const answer = await sandbox.lookupDebt({ providerProductId: '6301000', reference: '123456789002' })
    const days = answer.kind === 'statements' ? answer.items.map(({ dueOn }) => dueOn ?? '') : []
    const today = new Date().toISOString().slice(0, 10)
    expect(days.map((day) => day < today)).toEqual([false, true])
  } finally {
    await sandbox.close()
  }
})
