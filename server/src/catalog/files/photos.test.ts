import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { png, uploadPicture } from '../../../test/pictures.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Merchant, Person, Store } from '../../../test/world.ts'

let app: App
let merchant: Merchant
let store: Store
let supervisor: Person
let cashier: Person
beforeAll(async () => {
  app = await sharedProduct()
  merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  supervisor = await app.world.member(store, 'supervisor')
  cashier = await app.world.member(store, 'cashier')
})

const upload = (by: Person, bytes: Buffer, fields: Readonly<Record<string, string>> = {}) =>
  uploadPicture(app, by, bytes, { storeId: store.id, purpose: 'CATALOG', ...fields })
const read = (by: Person, id: string) =>
  fetch(`${app.url}/pos/files/${id}`, { headers: { authorization: `Bearer ${by.token}` } })
const usedBytes = async ({ merchantId }: Store) =>
  (
    await app.admin.query(`select used_bytes::int as used from catalog.file_storage where merchant_id = $1`, [
      merchantId,
    ])
  ).rows[0]?.used

test('a product’s photo is a picture of its own store’s catalog, and can be removed again', async () => {
  const { body: photo } = await upload(supervisor, png(24, 24))
  const { body: logo } = await upload(store.manager, png(25, 24), { purpose: 'THEME' })
  const elsewhere = await app.world.store(merchant)
  const foreign = await upload(elsewhere.manager, png(26, 24), { storeId: elsewhere.id })
  expect(foreign.status).toBe(201)
  const sold = { storeId: store.id, name: 'Café con foto', priceCentavos: 4_500 }
  const refusal = { status: 422, body: { code: 'invalid_request', errors: [{ path: '/picture' }] } }
  for (const id of [logo.id, foreign.body.id, '01900000-0000-7000-8000-000000000000'])
    expect(await app.call(supervisor, 'POST', '/pos/products', { ...sold, picture: id })).toMatchObject(
      refusal,
    )
  const made = await app.call(supervisor, 'POST', '/pos/products', { ...sold, picture: photo.id })
  expect(made, made.text).toMatchObject({ status: 201, body: { picture: photo.id } })
  const path = `/pos/products/${made.body.id}`
  expect(await app.call(supervisor, 'PATCH', path, { picture: logo.id })).toMatchObject(refusal)
  const { body: catalog } = await app.call(cashier, 'GET', `/pos/catalog?storeId=${store.id}`)
  expect(catalog.products).toContainEqual(expect.objectContaining({ id: made.body.id, picture: photo.id }))
  for (const picture of ['coffee', null])
    expect((await app.call(supervisor, 'PATCH', path, { picture })).body.picture).toBe(picture)
})

test('a photo that no product shows any more is deleted, and its storage is free again', async () => {
  const own = await app.world.store()
  const supervisor = await app.world.member(own, 'supervisor')
  const bytes = png(40, 40, Buffer.alloc(5_000))
  const bring = async () => (await upload(supervisor, bytes, { storeId: own.id })).body.id as string
  const sell = async (name: string, picture: string) => {
    const sold = { storeId: own.id, name, priceCentavos: 4_500, picture }
    const made = await app.call(supervisor, 'POST', '/pos/products', sold)
    expect(made.status, made.text).toBe(201)
    return made.body.id as string
  }
  const change = (id: string, picture: string | null) =>
    app.call(supervisor, 'PATCH', `/pos/products/${id}`, { picture })
  const photo = await bring()
  expect(await usedBytes(own)).toBe(bytes.length)
  const [coffee, tea] = [await sell('Café', photo), await sell('Té', photo.toUpperCase())]
  // The same again, another field, or one of two products: it stays.
  await change(coffee, photo)
  await app.call(supervisor, 'PATCH', `/pos/products/${coffee}`, { name: 'Café de olla' })
  expect((await change(coffee, 'coffee')).body.picture).toBe('coffee')
  expect((await read(supervisor, photo)).status).toBe(200)
  // A refused change deletes nothing.
  expect((await change(tea, '01900000-0000-7000-8000-000000000000')).status).toBe(422)
  expect(
    (
      await app.call(await app.world.member(own, 'cashier'), 'PATCH', `/pos/products/${tea}`, {
        picture: null,
      })
    ).status,
  ).toBe(403)
  expect((await read(supervisor, photo)).status).toBe(200)
  expect((await change(tea, null)).status).toBe(200)
  expect((await read(supervisor, photo)).status).toBe(404)
  expect(await usedBytes(own)).toBe(0)
  expect((await change(tea, photo)).status).toBe(422)
  const { rows } = await app.admin.query(
    `select action, user_id as by, before ->> 'bytes' as bytes from audit.log where entity_id = $1 order by id`,
    [photo],
  )
  expect(rows).toEqual([
    { action: 'file.uploaded', by: supervisor.id, bytes: null },
    { action: 'file.deleted', by: supervisor.id, bytes: String(bytes.length) },
  ])
  // A deleted product's photo goes with it.
  const again = await bring()
  expect(again).not.toBe(photo)
  const cocoa = await sell('Cacao', again)
  const gone = await app.call(own.manager, 'DELETE', `/pos/products/${cocoa}`)
  expect(gone.status, gone.text).toBe(204)
  expect((await read(supervisor, again)).status).toBe(404)
  expect(await usedBytes(own)).toBe(0)
})

test('a photo that a category shows as well is kept when a product drops it', async () => {
  const { body: photo } = await upload(supervisor, png(44, 44))
  const shown = { storeId: store.id, picture: photo.id }
  const category = await app.call(supervisor, 'POST', '/pos/categories', { ...shown, name: 'Bebidas' })
  expect(category.status, category.text).toBe(201)
  const sold = { ...shown, name: 'Champurrado', priceCentavos: 3_000 }
  const product = await app.call(supervisor, 'POST', '/pos/products', sold)
  const changed = await app.call(supervisor, 'PATCH', `/pos/products/${product.body.id}`, { picture: null })
  expect(changed.status, changed.text).toBe(200)
  expect((await read(supervisor, photo.id)).status).toBe(200)
})

test('a photo that one product drops while another begins to show it is kept, or refused to the other', async () => {
  const own = await app.world.store()
  for (let round = 0; round < 5; round++) {
    const bytes = png(41, 41, Buffer.alloc(100, round))
    const { body: photo } = await upload(own.manager, bytes, { storeId: own.id })
    const sold = { storeId: own.id, priceCentavos: 4_500 }
    const make = (name: string, picture: string | null) =>
      app.call(own.manager, 'POST', '/pos/products', { ...sold, name, picture })
    const first = (await make(`Uno ${round}`, photo.id)).body.id
    const [dropped, shown] = await Promise.all([
      app.call(own.manager, 'PATCH', `/pos/products/${first}`, { picture: null }),
      make(`Dos ${round}`, photo.id),
    ])
    expect(dropped.status).toBe(200)
    expect((await read(own.manager, photo.id)).status).toBe(shown.status === 201 ? 200 : 404)
    expect([201, 422]).toContain(shown.status)
  }
})

test('a product that is deleted while it gets another photo leaves none behind', async () => {
  const own = await app.world.store()
  const bring = async (size: number) =>
    (await upload(own.manager, png(size, size), { storeId: own.id })).body.id as string
  const [before, after] = [await bring(42), await bring(43)]
  const sold = { storeId: own.id, name: 'Atole', priceCentavos: 2_500, picture: before }
  const made = await app.call(own.manager, 'POST', '/pos/products', sold)
  const path = `/pos/products/${made.body.id}`
  const waiting = () => lockWaits(app.name, 'catalog.')
  const holder = await app.admin.connect()
  try {
    await holder.query('begin')
    await holder.query('select from catalog.files where id = $1 for update', [before])
    const changed = app.call(own.manager, 'PATCH', path, { picture: after })
    await expect.poll(waiting).toBe(1)
    const deleted = app.call(own.manager, 'DELETE', path)
    await expect.poll(waiting).toBe(2)
    await holder.query('commit')
    expect([(await changed).status, (await deleted).status]).toEqual([200, 204])
  } finally {
    holder.release(true)
  }
  expect(await usedBytes(own)).toBe(0)
  for (const id of [before, after]) expect((await read(own.manager, id)).status).toBe(404)
})
