import { beforeEach, expect, test, vi } from 'vitest'

/** What was sent, each as `POST /pos/products` with its body. */
let sent: [string, unknown][]
/** With which each was sent. */
let keys: (string | null)[]
let refused: string | undefined
let lost: string | undefined

beforeEach(() => {
  sent = []
  keys = []
  refused = undefined
  lost = undefined
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const to = `${request.method} ${new URL(request.url).pathname}`
    const body = (await request.json()) as object
    sent.push([to, body])
    keys.push(request.headers.get('idempotency-key'))
    if (to === lost) throw new TypeError('Failed to fetch')
    return to === refused
      ? Response.json({ code: 'invalid_request', status: 422 }, { status: 422 })
      : Response.json({ id: 'p1', sku: null, ...body }, { status: 201 })
  })
  return () => vi.unstubAllGlobals()
})

/** Loaded here, because the client takes the page's address when it is loaded. */
const itemWith = async (code: string | null) => (await import('./new-item.ts')).newItem('s1', code)

const product = ['POST /pos/products', { storeId: 's1', name: 'Miel', priceCentavos: 8_500 }]
const barcode = ['POST /pos/barcodes', { storeId: 's1', variantId: 'p1', code: '04963407' }]

test('a new product whose code was refused can be sold without it, and is not created again', async () => {
  refused = 'POST /pos/barcodes'
  const item = await itemWith('04963407')
  expect(item.uncoded()).toBeNull()
  await expect(item.add('Miel', 8_500)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(item.uncoded()).toMatchObject({ variantId: 'p1', name: 'Miel', priceCentavos: 8_500, barcodes: [] })
  refused = undefined
  expect(await item.add('Miel', 8_500)).toMatchObject({ variantId: 'p1', barcodes: ['04963407'] })
  expect(sent).toEqual([product, barcode, barcode])
})

test('a product that was refused cannot be sold', async () => {
  refused = 'POST /pos/products'
  const item = await itemWith(null)
  await expect(item.add('Miel', 8_500)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(item.uncoded()).toBeNull()
})

test('a product or code whose answer was lost is sent again with its key, so that there is one of it', async () => {
  const item = await itemWith('04963407')
  for (lost of ['POST /pos/products', 'POST /pos/barcodes'])
    await expect(item.add('Miel', 8_500)).rejects.toThrow()
  lost = undefined
  expect(await item.add('Miel', 8_500)).toMatchObject({ variantId: 'p1', barcodes: ['04963407'] })
  expect(sent).toEqual([product, product, barcode, barcode])
  const [ofProduct, ofCode] = [keys[0], keys[2]]
  expect(keys).toEqual([ofProduct, ofProduct, ofCode, ofCode])
  expect(new Set([ofProduct, ofCode, null]).size).toBe(3)
})
