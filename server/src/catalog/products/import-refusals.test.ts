import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer, App } from '../../../test/app.ts'
import { lockWaits } from '../../../test/lock-waits.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { type CellText, type SheetText, workbook } from '../../../test/workbook.ts'
import type { Store } from '../../../test/world.ts'
import { nameKey } from './import-cells.ts'

let app: App
let store: Store

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
})

const head = ['Nombre', 'Precio']
const sheet = (rows: CellText[][], more: Partial<SheetText> = {}) => workbook([{ rows, ...more }])
async function upload(
  file: Buffer | string | undefined,
  fields: Readonly<Record<string, string>> = {},
): Promise<Pick<Answer, 'status' | 'text' | 'body'>> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ storeId: store.id, ...fields })) form.set(name, value)
  if (file !== undefined) form.set('file', new Blob([new Uint8Array(Buffer.from(file))]), 'productos')
  const response = await fetch(`${app.url}/pos/products/import`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${store.manager.token}` },
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) }
}
/** What an import writes. */
const written = async () => {
  const { rows } = await app.admin.query(
    `select (select count(*)::int from catalog.products where store_id = $1) as products,
            (select count(*)::int from catalog.categories where store_id = $1) as categories,
            (select count(*)::int from catalog.product_imports where store_id = $1) as imports`,
    [store.id],
  )
  return rows[0]
}
const nothing = { products: 0, categories: 0, imports: 0 }

describe('a file that is not a table of products', () => {
  test.each<[string, () => Buffer | string | undefined, string]>([
    ['without a header', () => 'Arroz,10\n', 'product_header_missing'],
    ['without prices', () => 'Nombre,SKU\nArroz,1\n', 'product_header_missing'],
    ['empty', () => '', 'product_header_missing'],
    ['with a header alone', () => 'Nombre,Precio\n', 'product_rows_invalid'],
    ['with a column twice', () => 'Nombre,Precio,PVP\nArroz,1,2\n', 'product_rows_invalid'],
    ['with a quote that never ends', () => 'Nombre,Precio\n"Arroz,1\n', 'workbook_damaged'],
    [
      'that is a picture',
      () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      'workbook_unsupported',
    ],
    ['in UTF-16', () => Buffer.from('Nombre,Precio\nArroz,1\n', 'utf16le'), 'workbook_unsupported'],
    ['a broken workbook', () => Buffer.from('PK\u0003\u0004 and nothing'), 'workbook_damaged'],
    [
      'of merged cells',
      () => sheet([head, ['a', 1], ['b', 2]], { merges: ['A2:A3'] }),
      'product_rows_invalid',
    ],
    ['too long', () => `Nombre,Precio\n${'a,1\n'.repeat(20_001)}`, 'workbook_too_large'],
    [
      'with macros',
      () => workbook([{ rows: [head] }], [{ name: 'xl/vbaProject.bin', data: 'x' }]),
      'workbook_has_macros',
    ],
    [
      'with its own entities',
      () =>
        workbook(
          [{ rows: [head] }],
          [{ name: 'xl/worksheets/sheet1.xml', data: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' }],
        ),
      'workbook_unsafe',
    ],
    ['of hidden sheets', () => sheet([head, ['a', 1]], { state: 'hidden' }), 'workbook_without_sheet'],
    ['absent', () => undefined, 'invalid_request'],
  ])('%s is refused', async (_what, file, code) => {
    const answer = await upload(file())
    expect(answer.body.code, answer.text).toBe(code)
    expect(await written()).toEqual(nothing)
  })
})

describe('names', () => {
  const form = 'Nombre,Variante,Precio,Impuesto,Descripción\n'
  const faults = ({ body }: Pick<Answer, 'body'>) =>
    body.rows?.map(({ row, column, code }: Record<string, unknown>) => `${column}${row} ${code}`)

  test('that differ by a point, a sign or their script are different', async () => {
    const variants = ['1.5 L', '15 L', '日本', '中国', 'A+', 'A'].map((name) => `Agua,${name},,,\n`)
    const answer = await upload(`${form}Agua,,10,,\n${variants.join('')}`)
    expect(answer.status, answer.text).toBe(201)
    expect(answer.body).toMatchObject({ createdCount: 1, createdVariantCount: 6 })
    expect(faults(await upload(`${form}Leche 1.5,,10,,\nLeche 15,Light,,,\n`))).toEqual([
      'B3 variant_without_product',
    ])
  })

  test('that differ by case and accents alone are the same', async () => {
    expect(faults(await upload(`${form}Té,,10,,\nTE,Limón,,,\nté,LIMON,,,\n`))).toEqual([
      'B4 variant_repeated_in_file',
    ])
  })

  test('of taxes are compared whole, so 1.6 % is not 16 %', async () => {
    expect(faults(await upload(`${form}A,,10,IVA 1.6 %,\nB,,10,iva 16 %,\nC,,10,IVA 16%,\n`))).toEqual([
      'D2 tax_unknown',
    ])
  })

  test('are the same in a file as in the database', async () => {
    const names = [
      '1.5 L',
      'Café',
      'CAFE\u0301',
      'Ñandú',
      'Ångström',
      'Ż',
      'Čaj',
      'İ',
      '日本が',
      'A+ (é)',
      'Ọ',
      'й',
    ]
    const { rows } = await app.admin.query(
      'select array_agg(app.fold(name) order by no) as keys from unnest($1::text[]) with ordinality n (name, no)',
      [names],
    )
    expect(names.map(nameKey)).toEqual(rows[0].keys)
  })
})

test('a description may have as many characters in a file as in the form', async () => {
  const row = (length: number) => `Nombre,Precio,Descripción\nA,1,${'x'.repeat(length)}\n`
  expect((await upload(row(2_001))).body).toMatchObject({ rows: [{ row: 2, code: 'text_not_accepted' }] })
  expect((await upload(row(2_000))).status).toBe(201)
})

test('an upsert does not sell by the piece what is in stock in fractions', async () => {
  const file = (unit: string) =>
    `Nombre,Precio,SKU,Unidad,Existencia\nQueso,10,Q-1,${unit},0.5\nJamón,10,J-1,${unit},2\n`
  expect((await upload(file('kg'))).status).toBe(201)
  const answer = await upload(file('pieza').replace(',0.5', ','), { mode: 'UPSERT' })
  expect(answer.body, answer.text).toMatchObject({
    rows: [{ row: 2, column: 'D', field: 'unit', code: 'unit_in_fractions' }],
  })
  expect(answer.body.rows).toHaveLength(1)
})

describe('codes that lost their zeros', () => {
  const file = (...rows: string[]) => `Nombre,Precio,SKU,EAN,Existencia\n${rows.join('\n')}\n`
  const upsert = (...rows: string[]) => upload(file(...rows), { mode: 'UPSERT' })
  const rowFaults = ({ body }: Pick<Answer, 'body'>) =>
    body.rows?.map(({ row, column, code }: Record<string, unknown>) => `${column}${row} ${code}`)

  test('in a CSV that Excel has saved create no product twice', async () => {
    const codes = ['036000291452', '0036000291469', '04963406', '00123']
    const rows = codes.map((code, no) => `Producto ${no},10,,${code},10`)
    expect((await upload(file(...rows, 'Producto con SKU,10,0012,,10'))).status).toBe(201)
    const saved = [...rows, 'Producto con SKU,10,0012,,10'].map((row) => row.replace(/,0+/, ','))
    for (const dryRun of ['true', 'false']) {
      const answer = await upload(file(...saved), { mode: 'UPSERT', dryRun })
      expect(answer.body, answer.text).toMatchObject({ status: 422, code: 'product_rows_invalid' })
      expect(rowFaults(answer)).toEqual([
        ...[2, 3, 4, 5].map((row) => `D${row} barcode_numeric_cell`),
        'C6 sku_numeric_cell',
      ])
    }
    expect(await written()).toMatchObject({ products: 5 })
  })

  test('are not confused with a shop’s own short codes: unknown ones, known ones, and ones in the file both with and without zeros', async () => {
    expect((await upsert('Arroz,10,,36000291452,5', 'Frijol,10,,4011,5')).status).toBe(201)
    expect((await upsert('Arroz,11,,36000291452,5')).body).toMatchObject({ updatedCount: 1 })
    expect((await upsert('Sal,10,,036000291452,5')).body).toMatchObject({ createdCount: 1 })
    expect((await upsert('Arroz,12,,36000291452,5')).body).toMatchObject({ updatedCount: 1 })
    expect((await upsert('Miel,10,,00777,5')).body).toMatchObject({ createdCount: 1 })
    expect(rowFaults(await upsert('Otra,10,,777,5'))).toEqual(['D2 barcode_numeric_cell'])
    const both = await upsert('Miel,10,,00777,5', 'Otra,10,,777,5')
    expect(both.body, both.text).toMatchObject({ createdCount: 1, updatedCount: 1 })
  })
})

describe('what a dry run accepts is imported, and what it refuses is not', () => {
  /** The answers to a dry run and to the import of the same file. */
  const both = async (file: string) => {
    const fields = { mode: 'UPSERT' }
    return [await upload(file, { ...fields, dryRun: 'true' }), await upload(file, fields)] as const
  }
  const forms = async () => {
    const { rows } = await app.admin.query(
      'select sku, name from catalog.variants where store_id = $1 and sku is not null order by sku',
      [store.id],
    )
    return rows.map(({ sku, name }) => `${sku} ${name}`)
  }
  const head = 'Nombre,Variante,Precio,SKU\n'
  const shirts = `${head}Playera,,100,P-0\nPlayera,M,,P-1\nPlayera,G,,P-2\nPlayera,XG,,P-3\n`

  test('with a unit other than the piece for a product with an open price', async () => {
    expect((await upload('Nombre,Precio,SKU\nVarios,0,V-1\n')).status).toBe(201)
    await app.admin.query('update catalog.products set is_price_open = true where store_id = $1', [store.id])
    for (const answer of await both('Nombre,Precio,SKU,Unidad\nVarios,0,V-1,kg\n')) {
      expect(answer.body, answer.text).toMatchObject({
        code: 'product_rows_invalid',
        rows: [{ row: 2, column: 'D', field: 'unit', code: 'unit_of_open_price' }],
      })
    }
    const [, answer] = await both('Nombre,Precio,SKU,Unidad\nVarios,0,V-1,pieza\n')
    expect(answer.status, answer.text).toBe(201)
  })

  test('with variants that swap their names, or pass them on in a circle', async () => {
    await upload(shirts)
    const swapped = `${head}Playera,,100,P-0\nPlayera,G,,P-1\nPlayera,m,,P-2\n`
    expect((await both(swapped)).map(({ status }) => status)).toEqual([200, 201])
    expect(await forms()).toEqual(['P-1 G', 'P-2 m', 'P-3 XG'])
    const circle = `${head}Playera,,100,P-0\nPlayera,XG,,P-1\nPlayera,G,,P-2\nPlayera,M,,P-3\n`
    expect((await both(circle)).map(({ status }) => status)).toEqual([200, 201])
    expect(await forms()).toEqual(['P-1 XG', 'P-2 G', 'P-3 M'])
  })

  test('with the name of a variant that the file does not rename', async () => {
    await upload(shirts)
    for (const answer of await both(`${head}Playera,,100,P-0\nPlayera,G,,P-1\nPlayera,xg,,P-2\n`)) {
      expect(answer.body, answer.text).toMatchObject({
        code: 'product_rows_invalid',
        rows: [{ row: 4, column: 'B', field: 'variant', code: 'variant_taken' }],
      })
    }
    expect(await forms()).toEqual(['P-1 M', 'P-2 G', 'P-3 XG'])
  })

  test('with two rows for one variant, of which the second names the first', async () => {
    await upload(shirts)
    for (const answer of await both(`${head}Playera,,100,P-0\nPlayera,Otra,,P-1\nPlayera,M,,\n`)) {
      expect(answer.body, answer.text).toMatchObject({
        rows: [{ row: 4, column: 'B', code: 'variant_repeated_in_file', firstRow: 3 }],
      })
    }
  })
})

test('a suspended merchant imports nothing', async () => {
  await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [store.merchantId])
  const answer = await upload('Nombre,Precio\nArroz,10\n')
  expect(answer.body, answer.text).toMatchObject({ status: 403, code: 'merchant_suspended' })
  expect(await written()).toEqual(nothing)
})

test('a price that another request opens at the same moment refuses the whole file', async () => {
  await upload('Nombre,Precio,SKU\nQueso,100,Q-1\n')
  const other = await app.admin.connect()
  try {
    await other.query('begin')
    await other.query('update catalog.products set is_price_open = true where store_id = $1', [store.id])
    const answer = upload('Nombre,Precio,SKU,Unidad\nQueso,110,Q-1,kg\n', { mode: 'UPSERT' })
    await expect.poll(() => lockWaits(app.name, 'catalog.products')).toBe(1)
    await other.query('commit')
    expect((await answer).body).toMatchObject({
      status: 422,
      code: 'invalid_request',
      errors: [{ path: '/unit' }],
    })
  } finally {
    other.release(true)
  }
})

test('a category that another request adds at the same moment refuses the whole file', async () => {
  const other = await app.admin.connect()
  try {
    await other.query('begin')
    await other.query(
      `insert into catalog.categories (merchant_id, id, store_id, permission_set, name)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Granos')`,
      [store.merchantId, store.id],
    )
    const answer = upload('Nombre,Precio,Categoría\nArroz,10,Granos\n')
    await expect.poll(() => lockWaits(app.name, 'catalog.categories')).toBe(1)
    await other.query('commit')
    expect((await answer).body).toMatchObject({
      status: 409,
      code: 'duplicate_value',
      errors: [{ path: '/category' }],
    })
  } finally {
    other.release(true)
  }
  expect(await written()).toEqual({ ...nothing, categories: 1 })
  expect((await upload('Nombre,Precio,Categoría\nArroz,10,Granos\n')).status).toBe(201)
})

test.each([
  ['category', 'catalog.categories', `name = 'Granos'`, 'Arroz,,10,A-1,,Granos,\n'],
  ['tax', 'catalog.tax_rates', `name = 'IVA 8 %'`, 'Arroz,,10,A-1,,,IVA 8 %\n'],
  ['product', 'catalog.products', `sku = 'Q-1'`, 'Queso,,100,Q-1,,,\nQueso,Fresco,,Q-2,,,\n'],
  ['product', 'catalog.products', `sku = 'Q-1'`, 'Queso,,110,Q-1,,,\n'],
  ['variant', 'catalog.variants', `sku = 'Q-9'`, 'Queso,,100,Q-1,,,\nQueso,Añejo,,Q-9,7501001000004,,\n'],
])('a %s that another request deletes at the same moment refuses the whole file', async (field, table, which, rows) => {
  const head = 'Nombre,Variante,Precio,SKU,EAN,Categoría,IVA\n'
  expect((await upload(`${head}Queso,,100,Q-1,,,\nQueso,Añejo,,Q-9,,,\n`)).status).toBe(201)
  const add = (path: string, values: object) =>
    app.call(store.manager, 'POST', path, { storeId: store.id, ...values })
  expect((await add('/pos/categories', { name: 'Granos' })).status).toBe(201)
  expect((await add('/pos/tax_rates', { name: 'IVA 8 %', rateBps: 800 })).status).toBe(201)
  const before = await written()
  const other = await app.admin.connect()
  try {
    await other.query('begin')
    await other.query(`delete from ${table} where store_id = $1 and ${which}`, [store.id])
    const answer = upload(head + rows, { mode: 'UPSERT' })
    await expect.poll(() => lockWaits(app.name, 'catalog.')).toBe(1)
    await other.query('commit')
    expect((await answer).body).toMatchObject({
      status: 422,
      code: 'invalid_request',
      errors: [{ path: `/${field}`, message: 'does not exist in this store' }],
    })
  } finally {
    other.release(true)
  }
  expect((await written()).imports).toBe(before.imports)
})
