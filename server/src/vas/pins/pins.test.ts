import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSalesDue } from '../../../test/changed-sales.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Store } from '../../../test/world.ts'
import type { SandboxAggregator } from '../../adapters/aggregator/sandbox.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { sealedColumns } from '../../commands/keys.ts'
import { rotateKeys } from '../../database/rotate-keys.ts'
import type { Aggregator, ProviderAnswer } from '../sales/aggregator.ts'

type Fault = (inner: SandboxAggregator) => Partial<Aggregator>
const unknown: ProviderAnswer = { kind: 'unknown', cause: 'lost' }
const lostConfirm: Fault = (sandbox) => ({
  confirm: async (transaction) => {
    await sandbox.confirm(transaction)
    return unknown
  },
})

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
let fault: Fault = () => ({})
let app: VasApp
let product: string
let store: Store
let cashier: Member
let supervisor: Member

beforeAll(async () => {
  app = await startVasApp({
    // Servers that already know the new key, but still seal with the old one.
    keyring: createKeyring([oldKey, newKey]),
    selling: (sandbox) =>
      new Proxy(sandbox, {
        get: (target, name) =>
          fault(sandbox)[name as keyof Aggregator] ?? target[name as keyof SandboxAggregator],
      }),
  })
  product = await app.product('Netflix', 15_000)
})
afterAll(() => app.close())
beforeEach(async () => {
  fault = () => ({})
  ;({ store, cashier } = await app.shop())
  supervisor = await app.world.member(store, 'supervisor')
})

const sell = (headers: Record<string, string> = {}) =>
  app.call(cashier, 'POST', '/vas/sale', { storeId: store.id, productId: product }, headers)
const look = (id: string, as: Member = cashier) => app.call(as, 'GET', `/vas/sale/${id}`)
const reprint = (saleId: string, as: Member = supervisor, reason = 'Se atoró el papel') =>
  app.call(as, 'POST', '/vas/pin/reprint', { saleId, reason })

/** Sets the daily limit of reprints, as the merchant's owner does. */
const limitReprints = (merchantId: string, most: number) =>
  app.admin.query(
    `insert into settings.merchant_settings (merchant_id, key, owner_value, updated_by)
     select id, 'vas.store_day_max_pin_reprints', to_jsonb($2::int), owner_id from platform.merchants where id = $1`,
    [merchantId, most],
  )

/** The code as recorded by the provider. */
async function codeOf(saleId: string): Promise<string> {
  const answer = await app.sandbox.find({ externalId: saleId })
  if (answer.kind !== 'completed' || answer.pin === undefined) throw new Error(`no PIN in ${answer.kind}`)
  return answer.pin.code
}

/** A sale whose completion has not been noticed yet. */
async function sellUnheard(headers: Record<string, string> = {}): Promise<string> {
  fault = lostConfirm
  const { status, body } = await sell({ prefer: 'wait=0', ...headers })
  await app.settling.idle()
  fault = () => ({})
  expect({ status, pin: body.pin }).toEqual({ status: 202, pin: null })
  await app.admin.query(`update vas.sales set updated_at = now() - interval '1 minute' where id = $1`, [
    body.id,
  ])
  return body.id
}

async function recover(): Promise<void> {
  await makeSalesDue(app.admin)
  await app.settling.settleDue(50)
}

describe('a PIN', () => {
  test('is in the answer to the sale with redemption instructions, and must not be cached', async () => {
    const { status, body, headers } = await sell()
    const code = await codeOf(body.id)
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        status: 'COMPLETED',
        reference: null,
        outcome: { variant: 'APPROVED_PIN', actions: ['print', 'new_sale'] },
        pin: {
          code,
          masked: `****${code.slice(-4)}`,
          isRevealed: true,
          instructions: ['Entra a netflix.com/redeem', 'Escribe el código'],
        },
      },
    })
    expect(body.pin.serial).toMatch(/^\d{12}$/)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(JSON.stringify(body.receipt)).not.toContain(code)
    expect(body.receipt).toContainEqual({ label: 'PIN', value: `****${code.slice(-4)}` })
  })

  test('is masked in every later answer: sale, list, and the replay of the key', async () => {
    const { body } = await sell({ 'idempotency-key': 'pin-key-1' })
    const code = await codeOf(body.id)
    const replay = await sell({ 'idempotency-key': 'pin-key-1' })
    const later = [replay, await look(body.id), await look(body.id, supervisor)]
    const list = await app.call(cashier, 'GET', `/vas/sales?storeId=${store.id}`)
    for (const answer of [...later, list]) expect(answer.text).not.toContain(code)
    const masked = { code: null, serial: null, masked: `****${code.slice(-4)}`, isRevealed: true }
    for (const { body: view } of later) expect(view.pin).toMatchObject(masked)
    expect(list.body.items[0].pin).toMatchObject(masked)
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
  })

  test('delivered late is shown to only one of the tills that read the sale', async () => {
    const id = await sellUnheard()
    await recover()
    const code = await codeOf(id)
    const list = await app.call(cashier, 'GET', `/vas/sales?storeId=${store.id}`)
    expect(list.body.items[0].pin).toMatchObject({ code: null, isRevealed: false })
    const answers = await Promise.all(Array.from({ length: 20 }, () => look(id)))
    const inClear = answers.filter(({ text }) => text.includes(code))
    expect(inClear).toHaveLength(1)
    expect(inClear[0]?.body.pin).toMatchObject({ code, isRevealed: true })
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.outcome.variant).toBe('APPROVED_PIN')
      expect(body.pin).toMatchObject({ masked: `****${code.slice(-4)}`, isRevealed: true })
    }
  })

  test('is shown only to its seller in the session of the sale: a colleague, a supervisor and the same cashier elsewhere get it masked', async () => {
    const id = await sellUnheard({ 'idempotency-key': 'pin-key-elsewhere' })
    await recover()
    const code = await codeOf(id)
    const colleague = await app.world.member(store, 'cashier')
    const elsewhere = { ...cashier, token: await app.world.session(cashier.id) }
    const masked = {
      code: null,
      serial: null,
      masked: `****${code.slice(-4)}`,
      isRevealed: false,
      canBeShown: false,
    }
    for (const who of [colleague, supervisor, store.manager, elsewhere]) {
      const answer = await look(id, who)
      expect(answer.body.pin).toMatchObject(masked)
      expect(answer.text).not.toContain(code)
    }
    const list = async (as: Member) =>
      (await app.call(as, 'GET', `/vas/sales?storeId=${store.id}`)).body.items.find(
        (sale: { id: string }) => sale.id === id,
      ).pin
    expect(await list(elsewhere)).toMatchObject(masked)
    expect(await list(supervisor)).toMatchObject(masked)
    expect(await list(cashier)).toMatchObject({ ...masked, canBeShown: true })
    await app.admin.query(
      `update app.idempotency_keys set status = null, body = null, locked_until = now() where resource_id = $1`,
      [id],
    )
    const order = { storeId: store.id, productId: product }
    const replay = await app.call(elsewhere, 'POST', '/vas/sale', order, {
      'idempotency-key': 'pin-key-elsewhere',
    })
    expect(replay.body).toMatchObject({ id, pin: masked })
    expect((await look(id)).body.pin).toMatchObject({ code, isRevealed: true, canBeShown: false })
    expect((await look(id)).body.pin).toMatchObject({ ...masked, isRevealed: true })
  })

  test('is shown at the terminal of the sale after locking and unlocking, and at no other', async () => {
    const atTerminal = async (terminalId: string) => {
      const token = await app.world.session(cashier.id)
      await app.admin.query(
        `update identity.sessions set merchant_id = $2, terminal_id = $3, membership_id = $4
          where token_hash = sha256(convert_to($1, 'UTF8'))`,
        [token, store.merchantId, terminalId, cashier.membershipId],
      )
      return { ...cashier, token }
    }
    const { rows: terminals } = await app.admin.query<{ id: string }>(
      `insert into shop.terminals (merchant_id, id, store_id, permission_set, name, status)
       select merchant_id, app.uuid_v7(), stores.id, permission_set, t.name, 'ENABLED'
         from shop.stores cross join (values ('Caja 1'), ('Caja 2')) t (name) where stores.id = $1 returning id`,
      [store.id],
    )
    const [own, other] = terminals.map(({ id }) => id) as [string, string]
    const seller = await atTerminal(own)
    fault = lostConfirm
    const { body } = await app.call(
      seller,
      'POST',
      '/vas/sale',
      { storeId: store.id, productId: product },
      { prefer: 'wait=0' },
    )
    await app.settling.idle()
    fault = () => ({})
    await recover()
    const code = await codeOf(body.id)
    expect((await look(body.id, await atTerminal(other))).text).not.toContain(code)
    expect((await look(body.id, cashier)).text).not.toContain(code)
    expect((await look(body.id, await atTerminal(own))).body.pin.code).toBe(code)
  })

  test('is audited when it is first shown: who saw it and where, but not the code', async () => {
    const shown = async (id: string) =>
      (
        await app.admin.query(
          `select user_id, store_id, after from audit.log where action = 'vas.pin.shown' and entity_id = $1`,
          [id],
        )
      ).rows
    const { body } = await sell()
    const row = { user_id: cashier.id, store_id: store.id, after: { folio: body.folio, terminalId: null } }
    expect(await shown(body.id)).toEqual([row])
    await look(body.id)
    await reprint(body.id)
    expect(await shown(body.id)).toHaveLength(1)
    const id = await sellUnheard()
    await recover()
    await look(id, supervisor)
    expect(await shown(id)).toEqual([])
    await look(id)
    expect(await shown(id)).toMatchObject([{ user_id: cashier.id }])
  })

  test('is not lost when the first request dies before it answers: the replay of its key returns it', async () => {
    const id = await sellUnheard({ 'idempotency-key': 'pin-key-2' })
    await recover()
    await app.admin.query(
      `update app.idempotency_keys set status = null, body = null, locked_until = now() where resource_id = $1`,
      [id],
    )
    const replays = await Promise.all(
      Array.from({ length: 8 }, () => sell({ 'idempotency-key': 'pin-key-2' })),
    )
    const code = await codeOf(id)
    expect(replays.filter(({ body }) => body.pin.code === code)).toHaveLength(1)
    expect(replays.filter(({ text }) => text.includes(code))).toHaveLength(1)
  })

  test('reaches its seller when the answer cannot be stored for replays', async () => {
    const busy = await app.admin.connect()
    try {
      await busy.query('begin')
      fault = (sandbox) => ({
        confirm: async (transaction) => {
          await busy.query(
            `select from app.idempotency_keys where merchant_id = $1 and key = 'pin-key-3' for update`,
            [store.merchantId],
          )
          return sandbox.confirm(transaction)
        },
      })
      const { status, body } = await sell({ 'idempotency-key': 'pin-key-3' })
      expect({ status, code: body.pin.code }).toEqual({ status: 201, code: await codeOf(body.id) })
    } finally {
      await busy.query('rollback')
      busy.release()
    }
  })

  test('is stored sealed, for its own sale only', async () => {
    const { body: one } = await sell()
    const { id } = one
    const { rows } = await app.admin.query('select * from vas.sale_pins where sale_id = $1', [id])
    expect(rows).toMatchObject([
      { revealed_by: cashier.id, reprints: 0, last_four: (await codeOf(id)).slice(-4) },
    ])
    expect(rows[0].sealed.toString('latin1')).not.toContain(await codeOf(id))
    const other = await sellUnheard()
    await recover()
    await app.admin.query(`update vas.sale_pins set sealed = $2, sealed_key = $3 where sale_id = $1`, [
      other,
      rows[0].sealed,
      rows[0].sealed_key,
    ])
    const answer = await look(other)
    expect(answer.status).toBe(500)
    expect(answer.text).not.toContain(await codeOf(id))
  })
})

test('a success without its PIN waits in REVIEW with its money held until the PIN arrives', async () => {
  fault = (sandbox) => ({
    confirm: async (transaction) => {
      const { pin: _, ...answer } = (await sandbox.confirm(transaction)) as { pin?: unknown } & ProviderAnswer
      return answer as ProviderAnswer
    },
  })
  const { status, body } = await sell({ prefer: 'wait=0' })
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'PENDING', pin: null } })
  await app.settling.idle()
  const { rows } = await app.admin.query('select phase, incident from vas.sales where id = $1', [body.id])
  expect(rows).toEqual([{ phase: 'REVIEW', incident: 'pin_missing' }])
  expect((await app.books(store.merchantId)).held).toBeGreaterThan(0)
  fault = () => ({})
  await recover()
  expect((await look(body.id)).body.pin.code).toBe(await codeOf(body.id))
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
})

test('a person cannot complete a PIN sale by hand: the code would be missing', async () => {
  const id = await sellUnheard()
  await app.admin.query(`update vas.sales set phase = 'REVIEW', leased_until = null where id = $1`, [id])
  const operator = await app.world.operator()
  const decide = (decision: string) =>
    app.call(operator, 'POST', `/vas/ops/reviews/${id}/decision`, {
      decision,
      reason: 'Lo dijo por teléfono',
    })
  expect(await decide('COMPLETED')).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
  expect((await decide('FAILED')).status).toBe(204)
  expect((await look(id)).body).toMatchObject({ status: 'FAILED', pin: null })
})

describe('a reprint', () => {
  test('shows the code again, three times at most, and each is audited with its reason', async () => {
    const { body } = await sell()
    for (const left of [2, 1, 0]) {
      const answer = await reprint(body.id)
      expect(answer, answer.text).toMatchObject({
        status: 200,
        body: { saleId: body.id, reprintsLeft: left, pin: { code: body.pin.code, serial: body.pin.serial } },
      })
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(await reprint(body.id)).toMatchObject({ status: 429, body: { code: 'reprint_limit' } })
    const { rows } = await app.admin.query(
      `select user_id, store_id, after from audit.log where action = 'vas.pin.reprinted' and entity_id = $1 order by id`,
      [body.id],
    )
    expect(rows.map(({ after }) => after.reprint)).toEqual([1, 2, 3])
    expect(rows[0]).toEqual({
      user_id: supervisor.id,
      store_id: store.id,
      after: { folio: body.folio, reason: 'Se atoró el papel', reprint: 1 },
    })
  })

  test('requested twenty times concurrently is granted three times', async () => {
    const { body } = await sell()
    const answers = await Promise.all(Array.from({ length: 20 }, () => reprint(body.id)))
    expect(answers.filter(({ text }) => text.includes(body.pin.code))).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(17)
  })

  test('beyond the store’s daily limit is refused until tomorrow, also for concurrent requests', async () => {
    const own = await app.shop()
    const chief = await app.world.member(own.store, 'supervisor')
    await limitReprints(own.store.merchantId, 2)
    const sold = await Promise.all(
      [1, 2, 3, 4].map(() => app.call(own.cashier, 'POST', '/vas/sale', { productId: product })),
    )
    const answers = await Promise.all(sold.map(({ body }) => reprint(body.id, chief)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status !== 200)
    for (const { status, body, headers } of refused) {
      expect({ status, body }).toMatchObject({
        status: 403,
        body: { code: 'velocity_exceeded', limit: 'vas.store_day_max_pin_reprints', limitValue: 2 },
      })
      expect(new Date(body.againAt).getTime()).toBeGreaterThan(Date.now())
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    await app.admin.query(
      `update vas.pin_reprints set reprinted_at = now() - interval '1 day' where store_id = $1`,
      [own.store.id],
    )
    expect((await reprint(sold[0]?.body.id, chief)).status).toBe(200)
  })

  test('at the daily limit is refused until the day ends, also when the store’s time zone is moved ahead', async () => {
    const own = await app.shop()
    const chief = await app.world.member(own.store, 'supervisor')
    await limitReprints(own.store.merchantId, 2)
    const moveTo = (hours: number) =>
      app.admin.query('update shop.stores set time_zone = $2 where id = $1', [
        own.store.id,
        `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`,
      ])
    // Where it is between 23:00 and midnight now, or an hour before that if the hour is about to end, and then further east.
    const now = new Date()
    const last = now.getUTCMinutes() > 55 ? 22 : 23
    const hour = now.getUTCHours()
    const offset = hour > 9 ? last - hour : last - 24 - hour
    await moveTo(offset)
    const sell = () => app.call(own.cashier, 'POST', '/vas/sale', { productId: product })
    const sold = [await sell(), await sell(), await sell()].map(({ body }) => body.id as string)
    // The day before: the reprints are the first of their day.
    const { rows } = await app.admin.query<{ begins: Date; ends: Date }>(
      `select begins_at - interval '1 day' as begins, ends_at - interval '1 day' as ends from vas.day_totals
        where store_id = $1`,
      [own.store.id],
    )
    await app.admin.query('update vas.day_totals set begins_at = $2, ends_at = $3 where store_id = $1', [
      own.store.id,
      rows[0]?.begins,
      rows[0]?.ends,
    ])
    const [first = '', second = '', third = ''] = sold
    for (const id of [first, second]) expect((await reprint(id, chief)).status).toBe(200)
    const refused = await reprint(third, chief)
    expect(refused.body.code).toBe('velocity_exceeded')
    await moveTo(offset + 24 - last)
    expect((await reprint(third, chief)).body).toMatchObject({
      code: 'velocity_exceeded',
      againAt: refused.body.againAt,
    })
  })

  test('of an unseen PIN counts as its showing: the till gets it masked afterwards', async () => {
    const id = await sellUnheard()
    await recover()
    expect((await reprint(id)).body.pin.code).toBe(await codeOf(id))
    expect((await look(id)).body.pin).toMatchObject({ code: null, isRevealed: true })
  })

  test('requires a supervisor or above of the sale’s store', async () => {
    const { body } = await sell()
    const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
    const stranger = await app.world.member(await app.world.store(), 'supervisor')
    expect(
      await app.call(undefined, 'POST', '/vas/pin/reprint', { saleId: body.id, reason: 'abc' }),
    ).toMatchObject({ status: 401 })
    expect(await reprint(body.id, cashier)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    for (const other of [await app.world.member(sibling, 'supervisor'), stranger]) {
      const foreign = await reprint(body.id, other)
      const absent = await reprint('019f0000-0000-7000-8000-000000000000', other)
      expect(foreign.status).toBe(404)
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    }
    expect((await reprint(body.id, store.manager)).status).toBe(200)
    expect(await reprint(body.id, supervisor, ' ')).toMatchObject({ status: 422 })
  })

  test('of anything but a completed PIN sale is refused', async () => {
    const pending = await sellUnheard()
    const topup = await app.call(cashier, 'POST', '/vas/sale', {
      productId: await app.product('Telcel', 10_000),
      reference: '5512345600',
    })
    for (const id of [pending, topup.body.id])
      expect(await reprint(id)).toMatchObject({ status: 409, body: { code: 'pin_not_available' } })
  })

  test('of a suspended merchant is refused, and shows nothing', async () => {
    const { body } = await sell()
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
    const answer = await reprint(body.id)
    expect(answer.body.code).toBe('merchant_suspended')
    expect(answer.text).not.toContain(body.pin.code)
  })
})

test('a key can be rotated while servers show and sell PINs', async () => {
  const unseen = await sellUnheard()
  await recover()
  const pins = sealedColumns.filter(({ table }) => table === 'vas.sale_pins')
  const selling = Promise.all(Array.from({ length: 5 }, () => sell()))
  await rotateKeys(app.adminUrl, pins, createKeyring([newKey, oldKey]))
  for (const { body } of await selling) expect(body.pin.code).toBe(await codeOf(body.id))
  await rotateKeys(app.adminUrl, pins, createKeyring([newKey, oldKey]))
  const { rows } = await app.admin.query('select distinct key_id from vas.sale_pins where store_id = $1', [
    store.id,
  ])
  expect(rows).toEqual([{ key_id: createKeyring([newKey]).keyId }])
  expect((await look(unseen)).body.pin.code).toBe(await codeOf(unseen))
})

test('the API’s login role cannot read sealed columns', async () => {
  const { rows } = await app.admin.query(
    `select column_name from information_schema.column_privileges
      where table_schema = 'vas' and table_name = 'sale_pins' and grantee in ('mostrador_api', 'mostrador_worker')
        and column_name in ('sealed', 'sealed_key')`,
  )
  expect(rows).toEqual([])
})
