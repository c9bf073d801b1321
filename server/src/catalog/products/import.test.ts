import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type App, startApp } from '../../../test/app.ts'
import { patient } from '../../../test/patience.ts'
import { type CellText, type SheetText, workbook } from '../../../test/workbook.ts'
import type { Person, Store } from '../../../test/world.ts'
import { openTable } from '../../adapters/spreadsheet/open-table.ts'
import { collectionRoutes } from '../../collections/routes.ts'
import { collectionsService } from '../../collections/service.ts'
import { stockLevels } from '../../stock/levels/collections.ts'
import { barcodes, categories, productImports, products, taxRates, variants } from './collections.ts'
import { catalogRoutes } from './routes.ts'
import { catalogService } from './service.ts'

let app: App
let store: Store

beforeAll(async () => {
  app = await startApp({
    poolSize: 20,
    routes: ({ database }) => {
      const service = collectionsService({ database })
      return [
        ...catalogRoutes(catalogService({ database, openTable })),
        ...[products, variants, barcodes, categories, taxRates, productImports, stockLevels].flatMap((each) =>
          collectionRoutes(each, service),
        ),
      ]
    },
  })
})
beforeEach(async () => {
  store = await app.world.store()
})
afterAll(() => app.close())

type Fields = Record<string, unknown>

const as = (method: string, path: string, body?: unknown) => app.call(store.manager, method, path, body)
async function upload(
  file: Buffer | string | undefined,
  fields: Readonly<Record<string, string>> = {},
  who: Person | undefined = store.manager,
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ storeId: store.id, ...fields })) form.set(name, value)
  if (file !== undefined) form.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'productos')
  const response = await fetch(`${app.url}/pos/products/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text && JSON.parse(text) }
}
/** An account may run two uploads at a time, so a race needs several accounts. */
const managers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => app.world.member(store, 'manager')))
const sheet = (rows: CellText[][], more: Partial<SheetText> = {}) => workbook([{ rows, ...more }])
const list = async (path: string): Promise<(Fields & { id: string })[]> =>
  (await as('GET', `/pos/${path}${path.includes('?') ? '&' : '?'}storeId=${store.id}&limit=200`)).body.items
const faults = ({ body }: Answer) =>
  body.rows?.map(({ row, column, code }: Fields) => `${column}${row} ${code}`)
const rowCount = async () =>
  Number(
    (await app.admin.query('select count(*) from catalog.products where store_id = $1', [store.id])).rows[0]
      .count,
  )

const head = [
  'Nombre',
  'Precio',
  'SKU',
  'Código de barras',
  'Categoría',
  'Costo',
  'Impuesto',
  'Unidad',
  'Existencia',
]

test('a workbook is imported whole: products, codes, categories, taxes, units and stock', async () => {
  const answer = await upload(
    sheet([
      [...head, 'Descripción'],
      ['Arroz 1 kg', 31.5, 'A-1', '7501055300075', 'Granos', '$20.00', 'IVA 0 %', 'pza', 12, 'Grano largo'],
      ['Jitomate', '34.90', 'J-1', null, 'granos', null, 0, 'KG', 3.25],
      ['Libro', 85, null, 'LIB-1', null, null, 'exento', null, null],
      [null, null, null, null, null, null, null, null, null],
      ['Playera', '1,290', 'P-1', null, 'Ropa', null, 0.16, null, null],
    ]),
  )
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({
    mode: 'CREATE',
    rowCount: 4,
    createdCount: 4,
    updatedCount: 0,
    newCategories: ['Granos', 'Ropa'],
    ignoredStockCount: 0,
    isDryRun: false,
  })
  const rates = Object.fromEntries(
    (await list('tax_rates')).map(({ id, templateCode }) => [id, templateCode]),
  )
  const found = await list('products')
  expect(
    found.map(({ name, priceCentavos, unit, taxRateId }) => [
      name,
      priceCentavos,
      unit,
      rates[taxRateId as string],
    ]),
  ).toEqual([
    ['Arroz 1 kg', 3_150, 'PIECE', 'IVA_0'],
    ['Jitomate', 3_490, 'KILOGRAM', 'IVA_0'],
    ['Libro', 8_500, 'PIECE', 'EXENTO'],
    ['Playera', 129_000, 'PIECE', 'IVA_16'],
  ])
  expect(found.map(({ tracksStock }) => tracksStock)).toEqual([true, true, false, false])
  expect(found[0]).toMatchObject({
    costCentavos: 2_000,
    description: 'Grano largo',
    categoryId: found[1]?.['categoryId'],
  })
  expect((await list('variants')).map(({ id, productId }) => id === productId)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect((await list('barcodes')).map(({ code, variantId }) => [code, variantId])).toEqual([
    ['7501055300075', found[0]?.id],
    ['LIB-1', found[2]?.id],
  ])
  const levels = new Map((await list('stock_levels')).map(({ id, onHand }) => [id, onHand]))
  expect([levels.get(found[0]?.id ?? ''), levels.get(found[1]?.id ?? '')]).toEqual([12, 3.25])
  expect((await app.admin.query('select * from stock.stock_faults()')).rows).toEqual([])
  expect((await list('product_imports')).map(({ id }) => id)).toEqual([answer.body.id])
  const { rows } = await app.admin.query('select action from audit.log where entity_id = $1 order by id', [
    answer.body.id,
  ])
  expect(rows.map(({ action }) => action)).toContain('products.imported')
})

test.each([
  ['UTF-8 with commas', Buffer.from('Nombre,Precio\n"Piña, en almíbar",12.50\n')],
  ['UTF-8 with its mark and semicolons', Buffer.from('\uFEFFNombre;Precio\r\n"Piña, en almíbar";12.50\r\n')],
  ['what Excel saves in Mexico', Buffer.from('Nombre;Precio\r\nPi\xf1a, en alm\xedbar;12.50\r\n', 'latin1')],
  ['tabs', Buffer.from('Precio\tNombre\n12.50\tPiña, en almíbar')],
])('CSV as %s is read', async (_what, file) => {
  const answer = await upload(file)
  expect(answer.status, answer.text).toBe(201)
  expect(await list('products')).toMatchObject([{ name: 'Piña, en almíbar', priceCentavos: 1_250 }])
})

test('all faults of a file are reported at once with their cells, and nothing is imported', async () => {
  const formula = { xml: '<c><f>1+1</f><v>2</v></c>' }
  const answer = await upload(
    sheet([
      head,
      [null, 10, 'OK-1'],
      ['Sin precio', null, 'OK-2'],
      ['Precio', 'diez', 'OK-3'],
      ['Fórmula', formula, 'OK-4'],
      ['Código', 1, 'OK-5', '7501055300076'],
      ['Número', 1, 'OK-6', 12_345_678_905],
      ['Repetido', 1, 'OK-1'],
      ['Impuesto', 1, 'OK-8', null, null, null, 'IVA 99'],
      ['Unidad', 1, 'OK-9', null, null, null, null, 'docena'],
      ['Existencia', 1, 'OK-10', null, null, null, null, null, -1],
      ['x'.repeat(161), 1],
      ['Bueno', 1, 'OK-12'],
    ]),
  )
  expect(answer.body).toMatchObject({ status: 422, code: 'product_rows_invalid', sheetName: 'Hoja1' })
  expect(faults(answer)).toEqual([
    'A2 name_missing',
    'B3 price_missing',
    'B4 amount_not_accepted',
    'B5 formula_cell',
    'D6 barcode_check_digit',
    'D7 barcode_numeric_cell',
    'C8 sku_repeated_in_file',
    'G9 tax_unknown',
    'H10 unit_unknown',
    'I11 stock_not_accepted',
    'A12 text_not_accepted',
  ])
  expect(await rowCount()).toBe(0)
  expect(await list('categories')).toEqual([])
})

test('half a piece is refused as stock, half a kilogram is accepted', async () => {
  const rows = [head, ['a', 1, null, null, null, null, null, null, 0.5]]
  expect(faults(await upload(sheet(rows)))).toEqual(['I2 stock_not_accepted'])
  const byWeight = [head, ['a', 1, null, null, null, null, null, 'kg', 0.5]]
  expect((await upload(sheet(byWeight))).status).toBe(201)
})

test('a comma in a stock separates thousands, and never decimals', async () => {
  const rows = (...stocks: CellText[]) =>
    sheet([head, ...stocks.map((stock, no) => [`a${no}`, 1, null, null, null, null, null, 'kg', stock])])
  expect(faults(await upload(rows('1,5', '0,5', '12,34', '1,2345', '1.2345', '1.', '1,500')))).toEqual(
    [2, 3, 4, 5, 6, 7].map((row) => `I${row} stock_not_accepted`),
  )
  expect((await upload(rows('1,500', '12,345.25', '0.125', 0.3, 999_999.999))).status).toBe(201)
  expect((await list('stock_levels')).map(({ onHand }) => Number(onHand)).sort((a, b) => a - b)).toEqual([
    0.125, 0.3, 1_500, 12_345.25, 999_999.999,
  ])
})

test('codes that exist in the store are faults when a file may only create', async () => {
  await upload('Nombre,Precio,SKU,EAN\nArroz,10,A-1,7501055300075\n')
  const [{ id }] = (await list('products')) as [Fields & { id: string }]
  await as('POST', '/pos/variants', { storeId: store.id, productId: id, name: 'M', sku: 'A-M' })
  const file = 'Nombre,Precio,SKU,EAN\nOtro,10,A-1,\nMás,10,A-M,\nCódigo,10,A-9,7501055300075\n'
  expect(faults(await upload(file))).toEqual(['C2 sku_taken', 'C3 sku_taken', 'D4 barcode_taken'])
  expect(faults(await upload(file, { mode: 'UPSERT' }))).toEqual(['C3 sku_of_variant', 'D4 barcode_taken'])
  expect(await rowCount()).toBe(1)
})

test('an upsert changes the given values of known products and leaves the rest', async () => {
  await upload('Nombre,Precio,SKU,Costo,Descripción,Existencia\nArroz,10,A-1,7,Grano largo,5\n')
  const answer = await upload(
    'Nombre,Precio,SKU,Costo,EAN,Existencia\nArroz 1 kg,12,A-1,,7501055300075,99\nNuevo,1,,,,\n',
    {
      mode: 'UPSERT',
    },
  )
  expect(answer.body).toMatchObject({ createdCount: 1, updatedCount: 1, ignoredStockCount: 1 })
  const [rice] = await list('products')
  expect(rice).toMatchObject({
    name: 'Arroz 1 kg',
    priceCentavos: 1_200,
    costCentavos: 700,
    description: 'Grano largo',
  })
  expect(await list('stock_levels')).toMatchObject([{ onHand: 5 }])
  expect(await list('barcodes')).toMatchObject([{ code: '7501055300075', variantId: rice?.id }])
  const { rows } = await app.admin.query(
    'select price_centavos::int as price from catalog.past_prices where variant_id = $1',
    [rice?.id],
  )
  expect(rows).toEqual([{ price: 1_000 }])
})

test('a dry run returns the same result and writes nothing', async () => {
  const file = 'Nombre,Precio,Categoría\nArroz,10,Granos\n'
  const answer = await upload(file, { dryRun: 'true' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    id: null,
    importedAt: null,
    createdCount: 1,
    newCategories: ['Granos'],
  })
  expect(await rowCount()).toBe(0)
  expect(await list('product_imports')).toEqual([])
  expect(faults(await upload('Nombre,Precio\nArroz,x\n', { dryRun: 'true' }))).toEqual([
    'B2 amount_not_accepted',
  ])
})

test('of many parallel uploads of one file, one is imported', async () => {
  const file = 'Nombre,Precio\nArroz,10\nFrijol,20\n'
  const people = await managers(3)
  const answers = await Promise.all(people.map((who) => upload(file, {}, who)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(await rowCount()).toBe(2)
  const again = await upload(file)
  const first = answers.find(({ status }) => status === 201)
  expect(again.body).toMatchObject({ code: 'file_already_imported', importId: first?.body.id, rowCount: 2 })
  const updated = await upload(file, { mode: 'UPSERT' })
  expect(faults(updated)).toEqual(['A2 name_taken', 'A3 name_taken'])
})

test('an upsert finds a product without SKU by its barcode, so a file sent again creates nothing twice', async () => {
  const file = 'Nombre,Precio,SKU,EAN,Existencia\nArroz,10,A-1,,5\nPiña,20,,7501055300075,6\nFrijol,30,,,7\n'
  const first = await upload(file, { mode: 'UPSERT' })
  expect(first.body, first.text).toMatchObject({ createdCount: 3, updatedCount: 0 })
  expect(faults(await upload(file, { mode: 'UPSERT' }))).toEqual(['A4 name_taken'])
  expect(faults(await upload(file.replace('Frijol', 'FRÍJOL'), { mode: 'UPSERT' }))).toEqual([
    'A4 name_taken',
  ])
  const answer = await upload(file.replace('Frijol,30', 'Sal,40').replace('Piña,20', 'Piña,25'), {
    mode: 'UPSERT',
  })
  expect(answer.body, answer.text).toMatchObject({ createdCount: 1, updatedCount: 2, ignoredStockCount: 2 })
  expect((await list('products')).map(({ name, priceCentavos }) => [name, priceCentavos])).toEqual([
    ['Arroz', 1_000],
    ['Frijol', 3_000],
    ['Piña', 2_500],
    ['Sal', 4_000],
  ])
  expect((await list('stock_levels')).map(({ onHand }) => onHand).sort()).toEqual([5, 6, 7, 7])
})

test('an upsert refuses a second row for one product, and a barcode that a variant has', async () => {
  await upload('Nombre,Precio,SKU,EAN\nArroz,10,A-1,7501055300075\n')
  const [{ id }] = (await list('products')) as [Fields & { id: string }]
  await as('POST', '/pos/barcodes', { storeId: store.id, variantId: id, code: 'ARROZ' })
  const variant = await as('POST', '/pos/variants', { storeId: store.id, productId: id, name: 'M' })
  await as('POST', '/pos/barcodes', { storeId: store.id, variantId: variant.body.id, code: 'ARROZ-M' })
  const rows = 'Arroz,11,,7501055300075\nArroz,12,,ARROZ\nArroz,13,A-1,\nArroz,14,,ARROZ-M\n'
  const answer = await upload(`Nombre,Precio,SKU,EAN\n${rows}`, { mode: 'UPSERT' })
  expect(faults(answer)).toEqual([
    'D3 barcode_repeated_in_file',
    'C4 sku_repeated_in_file',
    'D5 barcode_taken',
  ])
  expect(answer.body.rows[0]).toMatchObject({ firstRow: 2 })
  expect(await rowCount()).toBe(1)
})

test('parallel files with the same SKU do not both create it', async () => {
  const people = await managers(3)
  const answers = await Promise.all(
    people.map((who, no) => upload(`Nombre,Precio,SKU\nArroz ${no},10,A-1\n`, {}, who)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  expect(await rowCount()).toBe(1)
})

test('only supervisors and managers of the store import and export', async () => {
  const sibling = await app.world.store({ id: store.merchantId, owner: store.manager })
  const people: [Person, number][] = [
    [await app.world.member(store, 'supervisor'), 201],
    [await app.world.member(store, 'cashier'), 403],
    [await app.world.member(sibling, 'manager'), 403],
    [(await app.world.store()).manager, 403],
    [await app.world.platformAdmin(), 403],
  ]
  for (const [person, status] of people) {
    const no = people.findIndex(([each]) => each === person)
    expect((await upload(`Nombre,Precio\nArroz ${no},10\n`, {}, person)).status).toBe(status)
    const exported = await app.call(person, 'GET', `/pos/products/export?storeId=${store.id}`)
    expect(exported.status).toBe(status === 201 ? 200 : 403)
  }
  expect((await app.call(undefined, 'GET', `/pos/products/export?storeId=${store.id}`)).status).toBe(401)
  expect(await rowCount()).toBe(1)
})

test('an export can be imported into another store unchanged, and contains no formula', async () => {
  const name = '=HYPERLINK("http://x.test","Arroz")'
  await upload(
    sheet([
      [...head, 'Descripción'],
      [
        name,
        31.5,
        '+A-1',
        '7501055300075',
        '@Granos',
        20.05,
        'IVA 0 %',
        'kg',
        12.125,
        'dos\nlíneas, y "comillas"',
      ],
      ['Sin nada', 0.01],
    ]),
  )
  const strip = (rows: Fields[]) =>
    rows.map(
      ({ id: _id, storeId: _s, createdAt: _c, updatedAt: _u, categoryId: _k, taxRateId: _t, ...rest }) =>
        rest,
    )
  const before = strip(await list('products'))
  const csv = await as('GET', `/pos/products/export?storeId=${store.id}&format=csv`)
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(csv.text).toContain(`"'=HYPERLINK(""http://x.test"",""Arroz"")"`)
  expect(csv.text).not.toMatch(/(^|,|\n)"?[=+@]/)
  const response = await fetch(`${app.url}/pos/products/export?storeId=${store.id}&format=xlsx`, {
    headers: { authorization: `Bearer ${store.manager.token}` },
  })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="productos.xlsx"')
  const xlsx = Buffer.from(await response.arrayBuffer())
  for (const file of [csv.text, xlsx]) {
    store = await app.world.store()
    const answer = await upload(file)
    expect(answer.status, answer.text).toBe(201)
    expect(strip(await list('products'))).toEqual(before)
    expect((await list('stock_levels')).map(({ onHand }) => onHand)).toEqual([12.125])
    expect((await list('categories')).map((each) => each['name'])).toEqual(['@Granos'])
  }
})

const withForms = 'Nombre,Variante,Precio,SKU,EAN,Categoría,Costo,Unidad,Existencia\n'
const shirts =
  `${withForms}Camisa,,200,C-0,,Ropa,90,,\n` +
  'Camisa,Grande,250,C-G,7501055300075,,95,,4\ncamisa,Chica,,,,,,,\nPantalón,,300,,,Ropa,,,2\n'

describe('variants', () => {
  const forms = async () => {
    const names = new Map((await list('products')).map(({ id, name }) => [id, name]))
    return (await list('variants'))
      .filter(({ id, productId }) => id !== productId)
      .map(({ productId, name, sku, priceCentavos, costCentavos, position }) => [
        names.get(productId as string),
        ...[name, sku, priceCentavos, costCentavos, position],
      ])
  }

  test('follow their product in the file, and survive an export and import unchanged', async () => {
    const answer = await upload(shirts)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({
      rowCount: 2,
      createdCount: 2,
      createdVariantCount: 2,
      updatedVariantCount: 0,
    })
    const before = await forms()
    expect(before).toEqual([
      ['Camisa', 'Grande', 'C-G', 25_000, 9_500, 1],
      ['Camisa', 'Chica', null, null, null, 2],
    ])
    expect((await list('products')).map(({ tracksStock }) => tracksStock)).toEqual([true, true])
    const csv = await as('GET', `/pos/products/export?storeId=${store.id}`)
    expect(csv.text.split('\r\n').slice(1, 5)).toEqual([
      'Camisa,,C-0,,Ropa,200,90,,Pieza,0,',
      'Camisa,Grande,C-G,7501055300075,,250,95,,,4,',
      'Camisa,Chica,,,,,,,,0,',
      'Pantalón,,,,Ropa,300,,,Pieza,2,',
    ])
    store = await app.world.store()
    expect((await upload(csv.text)).status).toBe(201)
    expect(await forms()).toEqual(before)
    expect((await list('stock_levels')).map(({ onHand }) => onHand).sort()).toEqual([2, 4])
    expect((await as('GET', `/pos/products/export?storeId=${store.id}`)).text).toBe(csv.text)
    expect((await app.admin.query('select * from stock.stock_faults()')).rows).toEqual([])
  })

  test('an upsert finds them by SKU or by name, adds new ones and leaves the rest', async () => {
    await upload(shirts)
    const answer = await upload(
      `${withForms}Camisa,,210,C-0,,,,,\nCamisa,Extra,260,C-G,,,,,9\nCamisa,CHICA,190,C-CH,,,,,\nCamisa,Media,,,,,,,3\n`,
      { mode: 'UPSERT' },
    )
    expect(answer.body, answer.text).toMatchObject({
      updatedCount: 1,
      createdVariantCount: 1,
      updatedVariantCount: 2,
      ignoredStockCount: 1,
    })
    expect((await forms()).sort()).toEqual([
      ['Camisa', 'CHICA', 'C-CH', 19_000, null, 2],
      ['Camisa', 'Extra', 'C-G', 26_000, 9_500, 1],
      ['Camisa', 'Media', null, null, null, 3],
    ])
    expect((await list('stock_levels')).map(({ onHand }) => onHand).sort()).toEqual([2, 3, 4])
  })

  test('cannot set values of their product, and belong to the product above them', async () => {
    const file =
      `${withForms}Gorra,Roja,10,,,,,,\nCamisa,,200,C-0,,,,,\nCamisa,Chica,,C-0,,Ropa,,kg,0.5\n` +
      'Camisa,chica,,,,,,,\nPantalón,Largo,,,,,,,\n'
    expect(faults(await upload(file)).sort()).toEqual([
      'B2 variant_without_product',
      'B5 variant_repeated_in_file',
      'B6 variant_without_product',
      'D4 sku_repeated_in_file',
      'F4 not_of_variants',
      'H4 not_of_variants',
    ])
    await upload(shirts)
    const taken = `${withForms}Camisa,,1,C-0,,,,,\nCamisa,X,,C-0,,,,,\n`
    expect(faults(await upload(taken.replace('1,C-0', '1,'), { mode: 'UPSERT' }))).toEqual([
      'A2 name_taken',
      'D3 sku_taken',
    ])
    const twice = `${withForms}Camisa,,1,C-0,,,,,\nCamisa,Otra,,C-G,,,,,\nCamisa,Grande,,,,,,,\n`
    expect(faults(await upload(twice, { mode: 'UPSERT' }))).toEqual(['B4 variant_repeated_in_file'])
    expect(faults(await upload(`${withForms}Nuevo,,1,,,,,,\nNuevo,X,,C-G,,,,,\n`))).toEqual(['D3 sku_taken'])
  })
})

test('twenty thousand products are imported in one file', { timeout: patient(120_000) }, async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, no) => `Artículo ${no},${no % 900}.50,S-${no},C-${no},Cat ${no % 40},3`,
  )
  const answer = await upload(`Nombre,Precio,SKU,EAN,Categoría,Existencia\n${lines.join('\n')}`)
  expect(answer.status, answer.text.slice(0, 500)).toBe(201)
  expect(answer.body).toMatchObject({ createdCount: 20_000 })
  const catalog = await as('GET', `/pos/catalog?storeId=${store.id}`)
  expect(catalog.body.products).toHaveLength(20_000)
  expect(catalog.body.stock).toHaveLength(20_000)
  const { rows } = await app.admin.query(
    `select min(reltuples)::int as least from pg_class
      where oid in ('catalog.products'::regclass, 'catalog.variants'::regclass, 'catalog.barcodes'::regclass)`,
  )
  expect(rows[0].least).toBeGreaterThanOrEqual(20_000)
})
