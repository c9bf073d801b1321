import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChipApp, type ChipShop, startChipApp } from '../../../test/chip-shop.ts'
import { passTime } from '../../../test/pass-time.ts'
import { patient } from '../../../test/patience.ts'
import { iccid } from '../../../test/workbook.ts'
import type { Person } from '../../../test/world.ts'
import { schemas } from '../../areas.ts'
import { Grant } from '../../authorization/grant.ts'
import { sql } from '../../database/sql.ts'
import type { Tx } from '../../database/tx.ts'
import { Problem } from '../../problem/problem.ts'

let app: ChipApp
let shop: ChipShop
let next = 1
const freshNumbers = (count: number) => Array.from({ length: count }, () => next++)

beforeAll(async () => {
  app = await startChipApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.setBinding(true)
  shop = await app.shop()
})

interface Bound {
  readonly id: string
  readonly iccid: string
}

/**
 * Does what finalizing a cart does: a transaction of the cashier, in which `after` runs once the units are
 * bound.
 */
function sell(
  count: number,
  options: { by?: Person; order?: string; after?: (tx: Tx<'store:cashier'>) => Promise<unknown> } = {},
): Promise<Bound[]> {
  const { by = shop.cashier, order = randomUUID(), after } = options
  const tokenHash = createHash('sha256').update(by.token).digest()
  const grant = Grant.issue('store:cashier', {
    credential: { tokenHash },
    storeId: shop.store.id,
    requestId: 'test',
  })
  return app.database.write(grant, async (tx) => {
    const bound = await tx.rows(sql<Bound>`
      select id, iccid from stock.bind_chips(${shop.store.merchantId}, ${shop.store.id}, ${shop.productId}, ${count}, ${order})`)
    await after?.(tx)
    return bound
  })
}

/** As a till does: a request that waited too long in the queue is told to retry, and has sold nothing. */
async function unlessBusy<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'overloaded')) throw error
    }
}

/** Units of the shop in the order in which they must be sold. */
const queue = async (): Promise<{ id: string; iccid: string; status: string; order_id: string | null }[]> => {
  const { rows } = await app.admin.query(
    `select id, iccid, status, order_id from stock.chip_units where store_id = $1 order by imported_at, import_row, id`,
    [shop.store.id],
  )
  return rows
}

class Abandoned extends Error {}

test('a product is of chips as long as some are in stock', async () => {
  const { supervisor, productId } = shop
  const change = (fields: object) => app.call(supervisor, 'PATCH', `/pos/products/${productId}`, fields)
  await app.stock(shop, freshNumbers(1))
  expect((await change({ kind: 'GOODS' })).body).toMatchObject({
    code: 'invalid_request',
    errors: [{ path: '/kind' }],
  })
  expect((await change({ kind: 'CHIP', name: 'Chip 4G' })).status).toBe(200)
  await sell(1)
  expect((await change({ kind: 'GOODS' })).status).toBe(200)
})

describe('binding chips to an order', () => {
  test('takes the oldest units: by import, then by row', async () => {
    const [later, earlier] = [freshNumbers(3), freshNumbers(2)]
    await app.stock(shop, earlier)
    await app.stock(shop, later)
    const order = randomUUID()
    const bound = await sell(3, { order })
    expect(bound.map((each) => each.iccid)).toEqual([...earlier, later[0] ?? 0].map(iccid))
    expect((await queue()).map(({ status, order_id }) => [status, order_id])).toEqual([
      ...Array.from({ length: 3 }, () => ['SOLD', order]),
      ...Array.from({ length: 2 }, () => ['IN_STOCK', null]),
    ])
    const { rows } = await app.admin.query(
      `select user_id, after from audit.log where action = 'chips.sold' and entity_id = $1`,
      [order],
    )
    expect(rows).toEqual([{ user_id: shop.cashier.id, after: { productId: shop.productId, chips: bound } }])
  })

  test('binds nothing while the switch is off', async () => {
    await app.stock(shop, freshNumbers(2))
    await app.setBinding(false)
    expect(await sell(1)).toEqual([])
    expect(await sell(99)).toEqual([])
    expect((await queue()).every(({ status }) => status === 'IN_STOCK')).toBe(true)
  })

  test('is refused when there are too few, and binds none', async () => {
    await app.stock(shop, freshNumbers(2))
    await expect(sell(3)).rejects.toMatchObject({
      code: 'insufficient_stock',
      options: { extras: { available: 2, productId: shop.productId } },
    })
    expect((await queue()).every(({ status }) => status === 'IN_STOCK')).toBe(true)
    expect(await sell(2)).toHaveLength(2)
  })

  test('requires a role that sells in the store', async () => {
    await app.stock(shop, freshNumbers(1))
    const stranger = await app.shop()
    const { id: storeId, merchantId } = shop.store
    const tokenHash = createHash('sha256').update(stranger.manager.token).digest()
    const grant = Grant.issue('rows', { credential: { tokenHash }, requestId: 'test' })
    const theft = app.database.write(grant, (tx) =>
      tx.rows(sql`select stock.bind_chips(${merchantId}, ${storeId}, ${shop.productId}, 1, ${randomUUID()})`),
    )
    await expect(theft).rejects.toMatchObject({ code: 'policy_mismatch' })
    expect((await queue()).map(({ status }) => status)).toEqual(['IN_STOCK'])
  })

  test('waits for the oldest unit, and gets it when the other cart is rolled back', async () => {
    const numbers = freshNumbers(3)
    await app.stock(shop, numbers)
    let abandon: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      abandon = resolve
    })
    let hasBound: () => void = () => {}
    const bound = new Promise<void>((resolve) => {
      hasBound = resolve
    })
    const first = sell(2, {
      after: async () => {
        hasBound()
        await held
        throw new Abandoned()
      },
    })
    first.catch(() => {})
    await bound
    let isDone = false
    const second = sell(1).finally(() => {
      isDone = true
    })
    await passTime(150, 'a sale that does not wait is over')
    expect(isDone).toBe(false)
    abandon()
    await expect(first).rejects.toThrow(Abandoned)
    expect((await second).map((each) => each.iccid)).toEqual([iccid(numbers[0] ?? 0)])
  })

  test(
    'stays strictly first in, first out for 40 tills at once, a third of which roll back',
    async () => {
      const size = 300
      await app.stock(shop, freshNumbers(size))
      const sold: { at: bigint; ids: string[] }[] = []
      let refused = 0
      const till = async (seed: number) => {
        for (let turn = 0; turn < 6; turn++) {
          const giveUp = (seed + turn) % 3 === 0
          let at = 0n
          const after = async (tx: Tx<'store:cashier'>) => {
            // The units are still locked, so these times are in the order of the bindings.
            const now = await tx.one(
              sql<{ at: bigint }>`select (extract(epoch from clock_timestamp()) * 1e6)::bigint as at`,
            )
            at = now.at
            if (giveUp) throw new Abandoned()
          }
          try {
            const bound = await unlessBusy(() => sell(1 + ((seed + turn) % 4), { after }))
            sold.push({ at, ids: bound.map(({ id }) => id) })
          } catch (error) {
            if (!(error instanceof Abandoned)) {
              expect(error).toMatchObject({ code: 'insufficient_stock' })
              refused++
            }
          }
        }
      }
      await Promise.all(Array.from({ length: 40 }, (_, seed) => till(seed)))
      const inOrder = sold.sort((a, b) => (a.at < b.at ? -1 : 1)).flatMap(({ ids }) => ids)
      const units = await queue()
      expect(inOrder).toEqual(units.slice(0, inOrder.length).map(({ id }) => id))
      expect(units.filter(({ status }) => status === 'SOLD')).toHaveLength(inOrder.length)
      // The tills ask for more than there is, so the last ones get too few.
      expect(refused).toBeGreaterThan(0)
      expect(size - inOrder.length).toBeLessThan(4)
    },
    patient(60_000),
  )
})

describe('activating a chip', () => {
  const activate = (who: Person | undefined, id: string) => app.call(who, 'POST', `/vas/chips/${id}/activate`)
  const soldChip = async () => {
    await app.stock(shop, freshNumbers(1))
    const [chip] = await sell(1)
    return (chip as Bound).id
  }

  test('twenty concurrent calls activate a sold chip once, and it is audited', async () => {
    const id = await soldChip()
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(shop.supervisor, id)))
    const done = answers.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    expect(done[0]?.body).toMatchObject({ id, storeId: shop.store.id, status: 'ACTIVATED' })
    for (const { status, body } of answers.filter((answer) => answer !== done[0]))
      expect({ status, body }).toMatchObject({
        status: 409,
        body: { code: 'invalid_transition', status: 409 },
      })
    const { rows } = await app.admin.query(
      `select user_id, before->>'status' as before, after->>'status' as after from audit.log
        where action = 'chip.activated' and entity_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ user_id: shop.supervisor.id, before: 'SOLD', after: 'ACTIVATED' }])
    expect((await activate(shop.manager, id)).status).toBe(409)
  })

  test('a chip in stock cannot be activated', async () => {
    await app.stock(shop, freshNumbers(1))
    const [unit] = await queue()
    const answer = await activate(shop.supervisor, unit?.id ?? '')
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'invalid_transition', chipStatus: 'IN_STOCK' },
    })
    expect((await queue())[0]?.status).toBe('IN_STOCK')
  })

  test('requires a supervisor of its store; others get not_found', async () => {
    const id = await soldChip()
    const stranger = await app.shop()
    expect((await activate(undefined, id)).status).toBe(401)
    expect(await activate(shop.cashier, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const foreign = await activate(stranger.manager, id)
    const absent = await activate(stranger.manager, randomUUID())
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...absent.body, requestId: '' })
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [shop.store.merchantId])
    expect((await activate(shop.supervisor, id)).body.code).toBe('merchant_suspended')
    expect((await queue())[0]?.status).toBe('SOLD')
  })
})

describe('the stock', () => {
  test('is readable only by the team of its store, with filters', async () => {
    const [a, b] = freshNumbers(2)
    await app.stock(shop, [a ?? 0, b ?? 0])
    const [sold] = await sell(1)
    const stranger = await app.shop()
    const list = async (who: Person, query: string) =>
      (await app.call(who, 'GET', `/pos/chip_units?storeId=${shop.store.id}${query}`)).body.items
    expect(await list(shop.cashier, '')).toHaveLength(2)
    expect(await list(shop.cashier, '&status=SOLD')).toMatchObject([{ id: sold?.id, status: 'SOLD' }])
    expect(await list(shop.cashier, `&iccid=${iccid(b ?? 0)}`)).toHaveLength(1)
    expect(await list(stranger.manager, '')).toEqual([])
    const found = await app.call(shop.cashier, 'GET', `/pos/chip_units/${sold?.id}`)
    expect(found.body).toMatchObject({ id: sold?.id, iccid: sold?.iccid })
    expect((await app.call(stranger.manager, 'GET', `/pos/chip_units/${sold?.id}`)).status).toBe(404)
  })

  test('is written only by its functions, and no login can read its codes', async () => {
    await app.stock(shop, freshNumbers(1))
    const tokenHash = createHash('sha256').update(shop.manager.token).digest()
    const grant = Grant.issue('store:manager', {
      credential: { tokenHash },
      storeId: shop.store.id,
      requestId: 'test',
    })
    for (const statement of [
      sql`update stock.chip_units set status = 'VOID'`,
      sql`delete from stock.chip_units`,
      sql`insert into stock.chip_units default values`,
      sql`update stock.chip_imports set row_count = 1`,
      sql`select * from stock.chip_codes`,
    ]) {
      const attempt = app.database.write(grant, (tx) => tx.rows(statement))
      await expect(attempt).rejects.toMatchObject({ code: 'policy_mismatch' })
    }
    const writers = await app.admin.query(
      `select proname from pg_proc where prosrc ~* '''VOID''' and pronamespace::regnamespace::text = any ($1)`,
      [schemas],
    )
    expect(writers.rows).toEqual([])
  })

  test('accepts rows only in the transaction that opened the import', async () => {
    const { body } = await app.stock(shop, freshNumbers(1))
    const tokenHash = createHash('sha256').update(shop.supervisor.token).digest()
    const grant = Grant.issue('store:supervisor', {
      credential: { tokenHash },
      storeId: shop.store.id,
      requestId: 'test',
    })
    const unit = JSON.stringify([{ id: randomUUID(), row: 9, iccid: iccid(next++) }])
    const later = app.database.write(grant, (tx) =>
      tx.rows(sql`select stock.add_chips(${shop.store.merchantId}, ${body.id}, ${unit}::jsonb)`),
    )
    await expect(later).rejects.toMatchObject({ code: 'P0002' })
    expect(await queue()).toHaveLength(1)
  })
})
