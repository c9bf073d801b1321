import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'

let app: VasApp
let product: string

beforeAll(async () => {
  app = await startVasApp({ sandbox: { timeScale: 100 }, poolSize: 16 })
  product = await app.product('Telcel', 10_000)
})
afterAll(() => app.close())

test('the same sale from twelve concurrent tills is made once; the others get duplicate_suspected', async () => {
  const { store, cashier } = await app.shop()
  const body = { productId: product, reference: '5512345600' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => app.call(cashier, 'POST', '/vas/sale', body)),
  )
  const [made, ...others] = answers.toSorted((a, b) => a.status - b.status)
  expect(made?.status).toBe(201)
  for (const { status, body } of others)
    expect({ status, code: body.code, saleId: body.saleId }).toEqual({
      status: 409,
      code: 'duplicate_suspected',
      saleId: made?.body.id,
    })
  expect((await app.books(store.merchantId)).faults).toEqual([])
})

test('a terminal of another store of the same merchant gets the same answer as an absent one', async () => {
  const { store, cashier } = await app.shop()
  const other = await app.world.store({ id: store.merchantId, owner: store.manager })
  const { body: terminal } = await makeTerminal(other.id)
  const body = { storeId: store.id, productId: product, reference: '5512345600', terminalId: terminal.id }
  expect(await app.call(cashier, 'POST', '/vas/sale', body)).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

async function makeTerminal(storeId: string) {
  const { rows } = await app.admin.query(
    `insert into shop.terminals (merchant_id, id, store_id, permission_set, name)
     select merchant_id, app.uuid_v7(), id, permission_set, 'Caja' from shop.stores where id = $1 returning id`,
    [storeId],
  )
  return { body: rows[0] as { id: string } }
}

describe('a pending sale', () => {
  const open = async () => {
    const { store, cashier } = await app.shop()
    const body = { productId: product, reference: '5512345300' }
    const { body: sale } = await app.call(cashier, 'POST', '/vas/sale', body, { prefer: 'wait=0' })
    expect(sale.status).toBe('PENDING')
    await app.settling.idle()
    return { merchantId: store.merchantId, id: sale.id as string }
  }
  const set = (id: string, changes: string) =>
    app.admin.query(`update vas.sales set ${changes} where id = $1`, [id])

  test('is claimed by a read only when it has no owner and was not checked recently', async () => {
    const { merchantId, id } = await open()
    const claims = async () =>
      (await app.admin.query(`select from vas.claim_one($1, $2, '{sandbox}', 2000, 20000)`, [merchantId, id]))
        .rowCount
    await set(id, `leased_until = now() + interval '10 s', updated_at = now() - interval '10 s'`)
    expect(await claims()).toBe(0)
    await set(id, `leased_until = null, updated_at = clock_timestamp()`)
    expect(await claims()).toBe(0)
    await set(id, `leased_until = null, updated_at = now() - interval '10 s'`)
    expect(await claims()).toBe(1)
    expect(await claims()).toBe(0)
  })

  test('is moved only by its current owner, even to the same phase', async () => {
    const { merchantId, id } = await open()
    const { rows } = await app.admin.query('select phase, fence from vas.sales where id = $1', [id])
    const { phase, fence } = rows[0]
    const moves = async (as: number) =>
      (
        await app.admin.query(`select from vas.transition($1, $2, $3, $4, $4, '{}', now(), null)`, [
          merchantId,
          id,
          as,
          phase,
        ])
      ).rowCount
    expect(await moves(fence - 1)).toBe(0)
    expect(await moves(fence)).toBe(1)
  })
})
