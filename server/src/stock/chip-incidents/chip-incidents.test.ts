import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChipApp, chipFile, startChipApp } from '../../../test/chip-shop.ts'
import { iccid } from '../../../test/workbook.ts'
import type { Person } from '../../../test/world.ts'
import { sharedIccidsJob } from './service.ts'

let app: ChipApp
let operator: Person
let next = 1

beforeAll(async () => {
  app = await startChipApp()
  operator = await app.world.operator()
})
afterAll(() => app.close())

const incidents = async (as: Person = operator, query = '') =>
  (await app.call(as, 'GET', `/platform/chip-incidents${query}`)).body.items as {
    id: string
    iccid: string
    status: string
    parties: { merchant: { id: string }; unitStatus: string }[]
  }[]
const of = async (no: number, as: Person = operator) =>
  (await incidents(as, '?limit=200')).find((each) => each.iccid === iccid(no))
const close = (id: string, as: Person = operator, reason = 'El proveedor mandó dos veces la hoja') =>
  app.call(as, 'POST', `/platform/chip-incidents/${id}/close`, { reason })
/** Removes what differs between any two imports: ids and times. */
const plain = (text: string) =>
  text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID').replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')

test('the same ICCID at two merchants is imported by both, revealed to neither, and opens an incident for the platform', async () => {
  const [first, second, control] = [await app.shop(), await app.shop(), await app.shop()]
  const no = next++
  expect((await app.stock(first, [no])).status).toBe(201)
  expect(await of(no)).toBeUndefined()
  const before = await app.call(first.supervisor, 'GET', `/pos/chip_units?storeId=${first.store.id}`)

  const fields = (shop: typeof first) => ({ storeId: shop.store.id, productId: shop.productId })
  const dry = await app.upload(second.supervisor, chipFile([no]), { ...fields(second), dryRun: 'true' })
  expect(dry.status).toBe(200)
  expect(await of(no), 'a dry run writes nothing').toBeUndefined()
  const answer = await app.stock(second, [no])
  const usual = await app.stock(control, [next++])
  expect({ status: answer.status, text: plain(answer.text) }).toEqual({
    status: 201,
    text: plain(usual.text),
  })
  // Neither merchant's stock, imports, audit log or events reveals it.
  const after = await app.call(first.supervisor, 'GET', `/pos/chip_units?storeId=${first.store.id}`)
  expect(after.text).toBe(before.text)
  const theirs = await app.call(second.supervisor, 'GET', `/pos/chip_units?storeId=${second.store.id}`)
  expect(theirs.body.items).toMatchObject([{ iccid: iccid(no), status: 'IN_STOCK' }])
  for (const { store } of [first, second]) {
    const { rows } = await app.admin.query(
      `select action from audit.log where merchant_id = $1 and action like 'chips.%'
       union all select type from events.events where merchant_id = $1 and type like 'chips.%'`,
      [store.merchantId],
    )
    expect(rows).toEqual([{ action: 'chips.imported' }, { action: 'chips.imported' }])
  }

  expect(await of(no)).toMatchObject({
    status: 'OPEN',
    parties: [
      { merchant: { id: first.store.merchantId }, unitStatus: 'IN_STOCK' },
      { merchant: { id: second.store.merchantId }, unitStatus: 'IN_STOCK' },
    ],
  })
  const { rows } = await app.admin.query(
    `select merchant_id = app.platform_id() as of_platform, after ->> 'iccid' as iccid
       from audit.log where action = 'chips.iccid_shared'`,
  )
  expect(rows).toEqual([{ of_platform: true, iccid: iccid(no) }])
})

describe('an incident', () => {
  const made = async () => {
    const [first, second] = [await app.shop(), await app.shop()]
    const no = next++
    await app.stock(first, [no])
    await app.stock(second, [no])
    const found = await of(no)
    return { no, first, second, id: found?.id ?? '' }
  }

  test('is closed once, with a reason, and reopened when a third merchant joins', async () => {
    const { no, id } = await made()
    expect((await close(id, operator, 'x')).status).toBe(422)
    expect((await close(id)).status).toBe(204)
    expect(await close(id)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    expect(await of(no)).toMatchObject({
      status: 'CLOSED',
      closeReason: 'El proveedor mandó dos veces la hoja',
    })
    await app.stock(await app.shop(), [no])
    const again = await of(no)
    expect(again).toMatchObject({ id, status: 'OPEN', closeReason: null })
    expect(again?.parties).toHaveLength(3)
  })

  test('is visible only to platform staff who oversee all of its merchants', async () => {
    const { no, id, first } = await made()
    for (const as of [first.manager, first.supervisor]) {
      expect((await app.call(as, 'GET', '/platform/chip-incidents')).status).toBe(403)
      expect((await close(id, as)).status).toBe(403)
    }
    expect((await app.call(undefined, 'GET', '/platform/chip-incidents')).status).toBe(401)
    const confined = await app.world.platformAdmin()
    await app.admin.query(
      'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $1)',
      [confined.id, first.store.merchantId],
    )
    expect(await of(no, confined)).toBeUndefined()
    expect((await close(id, confined)).status).toBe(404)
    expect((await close('01900000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  test('of two concurrent imports is found by the hourly check, which reads no earlier imports', async () => {
    const { no } = await made()
    const forget = () => app.admin.query('delete from stock.chip_incidents where iccid = $1', [iccid(no)])
    await forget()
    const attempt = { isLast: false }
    expect(await sharedIccidsJob(app.database).run(undefined, attempt)).toEqual({ incidents: 1 })
    expect(await of(no)).toMatchObject({ status: 'OPEN' })
    expect(await sharedIccidsJob(app.database).run(undefined, attempt)).toEqual({ incidents: 0 })
    await app.admin.query(`update stock.chip_imports set imported_at = now() - interval '3 days'`)
    await forget()
    expect(await sharedIccidsJob(app.database).run(undefined, attempt)).toEqual({ incidents: 0 })
  })
})
