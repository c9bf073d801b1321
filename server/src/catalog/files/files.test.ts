import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { png, uploadPicture } from '../../../test/pictures.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Merchant, Person, Store } from '../../../test/world.ts'
import { pictureOf } from './picture.ts'

const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffc0000b08002000300101110000', 'hex'),
  Buffer.from('ffda0008010100003f0000ffd9', 'hex'),
])
const webp = (kind: string, data: string) => {
  const body = Buffer.concat([Buffer.from(`WEBP${kind}`), Buffer.alloc(4), Buffer.from(data, 'hex')])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}
const webps = {
  lossy: webp('VP8 ', '0000009d012a2000100000'),
  lossless: webp('VP8L', '2f1fc00300000000'),
  extended: webp('VP8X', '000000001f00000f0000'),
}

test('the type of a picture is detected from its content', () => {
  expect(pictureOf(png(64, 32))).toEqual({ contentType: 'image/png', width: 64, height: 32 })
  expect(pictureOf(jpeg)).toEqual({ contentType: 'image/jpeg', width: 48, height: 32 })
  for (const [name, bytes] of Object.entries(webps))
    expect(pictureOf(bytes), name).toEqual({ contentType: 'image/webp', width: 32, height: 16 })
})

test('a truncated picture is not a picture, and no input makes the reader fail', () => {
  for (const whole of [png(8, 8), jpeg, ...Object.values(webps)]) {
    for (let length = 0; length < whole.length; length++)
      expect(pictureOf(whole.subarray(0, length)), String(length)).toBeUndefined()
    expect(pictureOf(Buffer.concat([whole, Buffer.from('<script>')]))).toBeUndefined()
  }
})

let app: App
let merchant: Merchant
let store: Store
let who: Record<string, Person>
beforeAll(async () => {
  app = await sharedProduct()
  merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  who = {
    ...(await app.world.team(store)),
    sibling: await app.world.member(await app.world.store(merchant), 'cashier'),
    otherMerchant: (await app.world.store()).manager,
    customer: await app.world.person(),
    operator: await app.world.operator(),
  }
})

const person = (name: string) => who[name] as Person
const upload = (by: Person | undefined, bytes: Buffer, fields: Record<string, string> = {}) =>
  uploadPicture(app, by, bytes, { storeId: store.id, purpose: 'THEME', ...fields })
const read = (by: Person, id: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/pos/files/${id}`, { headers: { authorization: `Bearer ${by.token}`, ...headers } })

test('an uploaded picture is served unchanged', async () => {
  const bytes = png(64, 32)
  const { status, body } = await upload(person('manager'), bytes)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(body).toMatchObject({
    storeId: null,
    purpose: 'THEME',
    contentType: 'image/png',
    width: 64,
    height: 32,
  })
  const got = await read(person('cashier'), body.id)
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
  expect(Object.fromEntries(got.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  const known = await read(person('cashier'), body.id, { 'if-none-match': got.headers.get('etag') ?? '' })
  expect(known.status).toBe(304)
  expect((await upload(person('manager'), bytes)).body.id).toBe(body.id)
})

describe('who may upload and who may read:', () => {
  test.each([
    ['manager', 201, 201, 200, 200],
    ['supervisor', 403, 201, 200, 200],
    ['cashier', 403, 403, 200, 200],
    ['sibling', 403, 403, 200, 404],
    ['otherMerchant', 403, 403, 404, 404],
    ['customer', 403, 403, 404, 404],
    ['operator', 403, 403, 404, 404],
  ])('%s', async (name, theme, catalog, readTheme, readCatalog) => {
    const by = person(name)
    expect((await upload(by, png(8, 8))).status).toBe(theme)
    expect((await upload(by, png(8, 8), { purpose: 'CATALOG' })).status).toBe(catalog)
    const ofTheme = await upload(person('manager'), png(9, 9))
    const ofCatalog = await upload(person('manager'), png(9, 9), { purpose: 'CATALOG' })
    expect((await read(by, ofTheme.body.id)).status).toBe(readTheme)
    expect((await read(by, ofCatalog.body.id)).status).toBe(readCatalog)
    if (readTheme === 404) {
      const bare = async (id: string) =>
        (await (await read(by, id)).text()).replace(/"requestId":"[^"]*"/, '')
      expect(await bare(ofTheme.body.id)).toBe(await bare('01890000-0000-7000-8000-000000000000'))
    }
  })
  test('nobody can without a session', async () => {
    expect((await upload(undefined, png(8, 8))).status).toBe(401)
  })
  test('nobody uploads for a suspended merchant', async () => {
    const own = await app.world.store()
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [own.merchantId])
    for (const purpose of ['THEME', 'CATALOG']) {
      const { body } = await upload(own.manager, png(8, 8), { storeId: own.id, purpose })
      expect(body).toMatchObject({ status: 403, code: 'merchant_suspended' })
    }
    const { rows } = await app.admin.query('select from catalog.files where merchant_id = $1', [
      own.merchantId,
    ])
    expect(rows).toEqual([])
  })
})

test.each<[string, Buffer, Record<string, string>, number, string]>([
  ['nothing', Buffer.alloc(0), {}, 415, 'picture_unsupported'],
  [
    'a drawing that may hold scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    {},
    415,
    'picture_unsupported',
  ],
  ['a picture of another type', Buffer.from('GIF89a\x01\x00\x01\x00\x00;'), {}, 415, 'picture_unsupported'],
  [
    'a web page that claims to be a picture',
    Buffer.from('<html><script>1</script>'),
    {},
    415,
    'picture_unsupported',
  ],
  ['a picture without pixels', png(0, 5), {}, 422, 'picture_too_large'],
  ['a picture with too many pixels', png(5_000, 5), {}, 422, 'picture_too_large'],
  ['a picture whose header declares a huge size', png(0xffffffff, 0xffffffff), {}, 422, 'picture_too_large'],
  ['more than a megabyte', png(8, 8, Buffer.alloc(1_000_000)), {}, 413, 'body_too_large'],
  ['an unknown purpose', png(8, 8), { purpose: 'OTHER' }, 422, 'invalid_request'],
  ['a field that the server owns', png(8, 8), { merchantId: 'x' }, 422, 'invalid_request'],
])('%s is refused', async (_name, bytes, fields, status, code) => {
  expect((await upload(person('manager'), bytes, fields)).body).toMatchObject({ status, code })
})

test('a merchant’s quota of files also holds for parallel uploads', async () => {
  const own = await app.world.store()
  const bring = (no: number) =>
    upload(own.manager, png(8, 8, Buffer.alloc(400_000, no)), { storeId: own.id, purpose: 'CATALOG' })
  await app.admin.query(
    `insert into settings.settings (key, value, updated_by) values ('files.max_megabytes', '1', $1)`,
    [own.manager.id],
  )
  try {
    const answers = []
    // An account may run two uploads at a time.
    for (let no = 0; no < 3; no++)
      answers.push(...(await Promise.all([bring(2 * no + 1), bring(2 * no + 2)])))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(4)
    for (const { status, body } of refused)
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'storage_quota_exceeded' })
    // Uploading the same picture again uses no space.
    expect((await bring(1)).status).toBe(answers[0]?.status === 201 ? 201 : 409)
    const { rows } = await app.admin.query(
      `select s.used_bytes::int as used, (select sum(length(f.content))::int from catalog.files f where f.merchant_id = $1) as kept
         from catalog.file_storage s where s.merchant_id = $1`,
      [own.merchantId],
    )
    expect(rows[0].used).toBe(rows[0].kept)
    expect(rows[0].used).toBeLessThanOrEqual(1_000_000)
  } finally {
    await app.admin.query(`delete from settings.settings where key = 'files.max_megabytes'`)
  }
  expect((await bring(9)).status).toBe(201)
})
