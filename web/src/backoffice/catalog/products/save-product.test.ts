import { beforeEach, expect, test, vi } from 'vitest'
import { fieldsOf, type Values, valuesOf } from './product-values.ts'
import type { Saved } from './save-product.ts'

/** What was sent, each as `PATCH /pos/products/p1` with its body. */
let sent: [string, unknown][]
let refused: string | undefined

beforeEach(() => {
  sent = []
  refused = undefined
  vi.stubGlobal('location', { origin: 'http://localhost' })
  vi.stubGlobal('fetch', async (request: Request) => {
    const to = `${request.method} ${new URL(request.url).pathname}`
    sent.push([to, await request.json()])
    return to === refused
      ? Response.json({ code: 'duplicate_value', status: 409 }, { status: 409 })
      : Response.json({ id: 'p1' }, { status: 201 })
  })
  return () => vi.unstubAllGlobals()
})

/** Saves a form that was opened with `opened` and left with `typed`. */
async function save(opened: Values, typed: Partial<Values>, saved: Saved): Promise<void> {
  // Loaded here, because the client takes the page's address when it is loaded.
  const { saveProduct } = await import('./save-product.ts')
  await saveProduct('s1', { ...opened, ...typed }, saved)
}

const rice: Values = {
  ...valuesOf(null),
  name: 'Arroz',
  priceCentavos: 3_000,
  costCentavos: 2_000,
  sku: 'A-1',
}

test('a product’s form sends only what was changed in it, so that it puts back no price or cost', async () => {
  const saved = { id: 'p1', fields: fieldsOf(rice), hasCode: false }
  await save(rice, { name: 'Arroz 1 kg ' }, saved)
  expect(sent).toEqual([['PATCH /pos/products/p1', { name: 'Arroz 1 kg' }]])
  await save(rice, { name: 'Arroz 1 kg ' }, saved)
  expect(sent).toHaveLength(1)
})

test('a new product whose code was refused is not created again, and only its corrections are sent', async () => {
  const blank = valuesOf(null)
  const saved = { id: null, fields: fieldsOf(blank), hasCode: false }
  refused = 'POST /pos/barcodes'
  const typed = { name: 'Arroz', priceCentavos: 3_000, code: 'C-1' }
  await expect(save(blank, typed, saved)).rejects.toMatchObject({ code: 'duplicate_value' })
  refused = undefined
  sent = []
  await save(blank, { ...typed, priceCentavos: 3_100, code: 'C-2' }, saved)
  expect(sent).toEqual([
    ['PATCH /pos/products/p1', { priceCentavos: 3_100 }],
    ['POST /pos/barcodes', { storeId: 's1', variantId: 'p1', code: 'C-2' }],
  ])
})
