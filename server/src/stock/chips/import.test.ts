import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChipApp, type ChipShop, chipFile, startChipApp } from '../../../test/chip-shop.ts'
import { type CellText, iccid, type SheetText, workbook } from '../../../test/workbook.ts'

let app: ChipApp
let shop: ChipShop
let next = 1
/** An ICCID that no other test uses. */
const fresh = () => iccid(next++)
const freshNumbers = (count: number) => Array.from({ length: count }, () => next++)

beforeAll(async () => {
  app = await startChipApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  shop = await app.shop()
})

const send = (file: Buffer, fields: Record<string, string> = {}, to = shop) =>
  app.upload(to.supervisor, file, { storeId: to.store.id, productId: to.productId, ...fields })
const sheet = (...rows: CellText[][]) => workbook([{ rows: [['ICCID', 'PIN', 'Precio'], ...rows] }])
const units = async (of = shop) =>
  (await app.call(of.supervisor, 'GET', `/pos/chip_units?storeId=${of.store.id}&limit=200`)).body.items
const imports = async (of = shop) =>
  (await app.call(of.cashier, 'GET', `/pos/chip_imports?storeId=${of.store.id}`)).body.items

describe('a good file', () => {
  test('is added to stock whole, in the order of its rows, and recorded', async () => {
    const [first, second] = [fresh(), fresh()]
    const file = workbook([
      {
        name: 'Entrega',
        rows: [
          ['Proveedor Ejemplo, S. A.'],
          [],
          [
            'Caducidad',
            'Núm. caja',
            ' ICCID * ',
            'TELÉFONO',
            'imsi',
            'Compañía',
            'Lote',
            'Costo',
            'Precio',
            'Pin',
            'PUK',
          ],
          [
            46538,
            7,
            first,
            5512345678,
            '334020123456789',
            'Ejemplo',
            'L-1',
            30.5,
            '$49.90',
            '0042',
            '01234567',
          ],
          [],
          [null, null, `'${second}`],
        ],
      },
    ])
    const answer = await send(file)
    expect(answer).toMatchObject({
      status: 201,
      body: {
        storeId: shop.store.id,
        fileName: 'chips.xlsx',
        sheetName: 'Entrega',
        hiddenSheets: [],
        carriers: ['Ejemplo'],
        rowCount: 2,
      },
    })
    expect(answer.headers.get('location')).toBe(`/pos/chip_imports/${answer.body.id}`)
    const shared = { productId: shop.productId, importId: answer.body.id, status: 'IN_STOCK', orderId: null }
    expect(await units()).toMatchObject([
      {
        ...shared,
        importRow: 4,
        iccid: first,
        msisdn: '5512345678',
        imsi: '334020123456789',
        carrier: 'Ejemplo',
        batch: 'L-1',
        costCentavos: 3050,
        priceCentavos: 4990,
        expiresOn: '2027-05-31',
      },
      { ...shared, importRow: 6, iccid: second, msisdn: null, costCentavos: null, expiresOn: null },
    ])
    expect(await imports()).toMatchObject([
      { id: answer.body.id, rowCount: 2, importedBy: shop.supervisor.id, sheetName: 'Entrega' },
    ])
    const { rows } = await app.admin.query(
      `select action, user_id, after from audit.log where entity_id = $1`,
      [answer.body.id],
    )
    expect(rows).toMatchObject([
      {
        action: 'chips.imported',
        user_id: shop.supervisor.id,
        after: { rowCount: 2, fileName: 'chips.xlsx' },
      },
    ])
  })

  test('seals its codes, each for its own chip, and shows them in no answer or log', async () => {
    const [pin, puk] = ['83920174', '55501928']
    const answer = await send(
      workbook([
        {
          rows: [
            ['iccid', 'pin', 'puk'],
            [fresh(), pin, puk],
          ],
        },
      ]),
    )
    const [unit] = await units()
    const { rows } = await app.admin.query('select * from stock.chip_codes where chip_id = $1', [unit.id])
    expect(app.keyring.open(rows[0].pin_sealed, `chip pin:${unit.id}`).toString()).toBe(pin)
    expect(app.keyring.open(rows[0].puk_sealed, `chip puk:${unit.id}`).toString()).toBe(puk)
    const audit = await app.admin.query('select to_jsonb(a)::text as line from audit.log a')
    const said = [
      answer.text,
      JSON.stringify(unit),
      app.logLines.join(),
      audit.rows.map(({ line }) => line).join(),
    ]
    for (const code of [pin, puk]) expect(said.some((each) => each.includes(code))).toBe(false)
    expect(Object.keys(unit).filter((name) => /pin|puk/i.test(name))).toEqual([])
  })

  test('is validated in a dry run, and nothing is written', async () => {
    const file = chipFile(freshNumbers(3))
    expect(await send(file, { dryRun: 'true' })).toMatchObject({
      status: 200,
      body: { id: null, importedAt: null, isDryRun: true, rowCount: 3 },
    })
    expect([await units(), await imports()]).toEqual([[], []])
    expect((await send(file, { dryRun: 'false' })).status).toBe(201)
  })

  test('is read from its first visible sheet, which the answer names', async () => {
    const shown = fresh()
    const hidden: SheetText = { name: 'Vieja', state: 'hidden', rows: [['ICCID'], [fresh()]] }
    const answer = await send(workbook([hidden, { name: 'Nueva', rows: [['ICCID'], [shown]] }]))
    expect(answer.body).toMatchObject({ sheetName: 'Nueva', hiddenSheets: ['Vieja'], rowCount: 1 })
    expect((await units()).map(({ iccid: each }: { iccid: string }) => each)).toEqual([shown])
  })

  test('is imported once by a store: the second attempt names the first import', async () => {
    const file = chipFile(freshNumbers(2))
    const first = await send(file)
    for (const dryRun of ['false', 'true']) {
      expect(await send(file, { dryRun })).toMatchObject({
        status: 409,
        body: { code: 'file_already_imported', importId: first.body.id, rowCount: 2 },
      })
    }
    // An account may run two uploads at a time, so a race needs several accounts.
    const people = await Promise.all(
      Array.from({ length: 3 }, () => app.world.member(shop.store, 'supervisor')),
    )
    const again = await Promise.all(
      people.map((who) => send(chipFile([next]), {}, { ...shop, supervisor: who })),
    )
    next++
    expect(again.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(await units()).toHaveLength(3)
  })
})

describe('a bad file', () => {
  const faults = async (file: Buffer, to = shop) => {
    const answer = await send(file, {}, to)
    expect(answer).toMatchObject({ status: 422, body: { code: 'chip_rows_invalid' } })
    expect(await send(file, { dryRun: 'true' }, to)).toMatchObject({
      status: 422,
      body: { rows: answer.body.rows },
    })
    return answer.body.rows
  }
  afterAll(async () => {
    const { rows } = await app.admin.query(
      `select (select count(*)::int from stock.chip_units) as units, (select sum(row_count)::int from stock.chip_imports) as rows`,
    )
    expect(rows[0].units).toBe(rows[0].rows)
  })

  test('reports every fault with row, column and code, and nothing is imported', async () => {
    const twice = fresh()
    const wrong = fresh().replace(/.$/, (digit) => String((Number(digit) + 5) % 10))
    const rows = await faults(
      sheet(
        [fresh(), '1234', 50],
        [8.952021234567891e18],
        [wrong, '12'],
        [twice],
        [{ xml: '<c><f>A2</f><v>8952</v></c>' }],
        [null, null, 'caro'],
        [twice],
      ),
    )
    expect(rows).toEqual([
      { row: 3, column: 'A', field: 'iccid', code: 'iccid_numeric_cell' },
      { row: 4, column: 'A', field: 'iccid', code: 'iccid_check_digit' },
      { row: 4, column: 'B', field: 'pin', code: 'pin_not_accepted' },
      { row: 6, column: 'A', field: 'iccid', code: 'formula_cell' },
      { row: 7, column: 'A', field: 'iccid', code: 'iccid_missing' },
      { row: 7, column: 'C', field: 'price', code: 'amount_not_accepted' },
      { row: 8, column: 'A', field: 'iccid', code: 'iccid_repeated_in_file', firstRow: 5 },
    ])
    expect([await units(), await imports()]).toEqual([[], []])
  })

  test('must not contain chips that the merchant has in this or another store', async () => {
    const merchant = await app.world.merchant()
    const here = await app.shop(merchant)
    const sister = await app.shop(merchant)
    const [a, b] = [next++, next++]
    await app.stock(here, [a])
    await app.stock(sister, [b])
    const file = sheet([fresh()], [fresh()], [iccid(b)], [iccid(a)])
    expect(await faults(file, here)).toEqual([
      { row: 4, column: 'A', field: 'iccid', code: 'iccid_in_other_store' },
      { row: 5, column: 'A', field: 'iccid', code: 'iccid_in_store' },
    ])
    expect(await units(here)).toHaveLength(1)
  })

  test('loses to a concurrent one with the same chip, and leaves nothing behind', async () => {
    const merchant = await app.world.merchant()
    const shops = await Promise.all(Array.from({ length: 3 }, () => app.shop(merchant)))
    const contested = next++
    const answers = await Promise.all(
      shops.map((each) => send(chipFile([...freshNumbers(200), contested]), {}, each)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    for (const [index, { status, body }] of answers.entries()) {
      const stocked = await units(shops[index])
      expect(stocked).toHaveLength(status === 201 ? 200 : 0)
      if (status === 422)
        expect(body.rows).toEqual([{ row: 202, column: 'A', field: 'iccid', code: 'iccid_in_other_store' }])
    }
  })

  test('must not have merged cells or a column twice', async () => {
    const [a, b] = [fresh(), fresh()]
    const merged = { rows: [['Chips'], ['ICCID', 'ICC'], [a], [b]], merges: ['A1:B1', 'A3:A4', 'D3:D4'] }
    expect(await faults(workbook([merged]))).toEqual([
      { row: 2, column: 'B', field: 'iccid', code: 'column_repeated' },
      { row: 3, column: 'A', field: 'iccid', code: 'merged_cell' },
    ])
  })

  test('needs a header among its first ten rows, and a chip', async () => {
    const late = [...Array.from({ length: 10 }, () => ['x']), ['ICCID'], [fresh()]]
    for (const rows of [late, [['Serie', 'Precio']], []]) {
      expect(await send(workbook([{ rows }]))).toMatchObject({
        status: 422,
        body: { code: 'chip_header_missing' },
      })
    }
    const ninth = [...Array.from({ length: 9 }, () => ['x']), ['ICCID'], [fresh()]]
    expect((await send(workbook([{ rows: ninth }]))).status).toBe(201)
    expect(await send(sheet())).toMatchObject({ status: 422, body: { code: 'chip_rows_invalid', rows: [] } })
  })

  test.each<[string, () => Buffer, number, string]>([
    ['of another type', () => Buffer.from('ICCID\n8952'), 415, 'workbook_unsupported'],
    ['that is truncated', () => chipFile([1]).subarray(0, 900), 422, 'workbook_damaged'],
    [
      'with macros',
      () => workbook([{ rows: [] }], [{ name: 'xl/vbaProject.bin', data: 'x' }]),
      422,
      'workbook_has_macros',
    ],
    [
      'with its own entities',
      () =>
        workbook(
          [{ rows: [] }],
          [{ name: 'xl/worksheets/sheet1.xml', data: '<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>' }],
        ),
      422,
      'workbook_unsafe',
    ],
    [
      'of hidden sheets',
      () => workbook([{ rows: [['ICCID'], [fresh()]], state: 'hidden' }]),
      422,
      'workbook_without_sheet',
    ],
    [
      'that is a zip bomb',
      () => workbook([{ rows: [] }], [{ name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(80_000_000) }]),
      413,
      'workbook_too_large',
    ],
    ['of more than 10 MB', () => Buffer.alloc(10_000_001, 'PK'), 413, 'body_too_large'],
  ])('%s is refused with its own code', async (_what, file, status, code) => {
    expect(await send(file())).toMatchObject({ status, body: { code } })
    expect(await units()).toEqual([])
  })
})

describe('who may import', () => {
  test('supervisors and managers of that store', async () => {
    const other = await app.shop()
    const fields = { storeId: shop.store.id, productId: shop.productId }
    const bad = Buffer.from('not a workbook')
    expect((await app.upload(undefined, bad, fields)).status).toBe(401)
    for (const who of [shop.cashier, other.manager])
      expect(await app.upload(who, bad, fields)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    const nameless = { ...fields, storeId: 'x' }
    expect((await app.upload(other.manager, bad, nameless)).status).toBe(422)
    // In no store may a cashier import: the form is not even read.
    expect((await app.upload(shop.cashier, bad, nameless)).status).toBe(403)
    const nowhere = await app.upload(other.manager, bad, { ...fields, storeId: randomUUID() })
    expect(nowhere).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    for (const who of [shop.supervisor, shop.manager])
      expect((await app.upload(who, chipFile(freshNumbers(1)), fields)).status).toBe(201)
  })

  test('nobody while the merchant is suspended', async () => {
    await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [shop.store.merchantId])
    expect(await send(chipFile([next]))).toMatchObject({ status: 403, body: { code: 'merchant_suspended' } })
  })

  test('nobody while the merchant is not verified, unless the platform lets it operate', async () => {
    await app.admin.query('update platform.merchants set is_verified = false where id = $1', [
      shop.store.merchantId,
    ])
    const file = chipFile(freshNumbers(1))
    expect(await send(file)).toMatchObject({ status: 403, body: { code: 'merchant_unverified' } })
    const setting = (value: string) =>
      app.admin.query(
        `insert into settings.settings (key, value) values ('merchant.unverifiedCanOperate', $1)
         on conflict (key) do update set value = excluded.value`,
        [value],
      )
    await setting('true')
    expect((await send(file)).status).toBe(201)
    await setting('false')
  })

  test('nobody into a store that is closed', async () => {
    await app.admin.query(`update shop.stores set status = 'CLOSED' where id = $1`, [shop.store.id])
    expect(await send(chipFile([next]))).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    const productId = randomUUID()
    expect(await send(chipFile([next]), { productId })).toMatchObject({
      status: 422,
      body: { code: 'chip_product_required' },
    })
  })

  test('a stranger’s upload is refused before its body is read', async () => {
    const nobody = await app.world.person()
    const answer = await app.upload(nobody, Buffer.alloc(10_000_001), {})
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test('the product must be a chip of that store', async () => {
    const other = await app.shop()
    const goods = await app.product(shop.store, 'GOODS')
    for (const productId of [goods, other.productId, randomUUID()]) {
      expect(await send(chipFile([next]), { productId })).toMatchObject({
        status: 422,
        body: { code: 'chip_product_required' },
      })
    }
  })
})

describe('the form', () => {
  const fields = () => ({ storeId: shop.store.id, productId: shop.productId })
  test('is validated like any request body', async () => {
    const paths = async (file: Buffer | undefined, sent: Record<string, string>) => {
      const { status, body } = await app.upload(shop.supervisor, file, sent)
      expect([status, body.code]).toEqual([422, 'invalid_request'])
      return body.errors.map(({ path }: { path: string }) => path).sort()
    }
    expect(await paths(undefined, fields())).toEqual(['/file'])
    expect(await paths(chipFile([1]), {})).toEqual(['/productId', '/storeId'])
    expect(await paths(chipFile([1]), { ...fields(), dryRun: 'perhaps' })).toEqual(['/dryRun'])
    expect(await paths(chipFile([1]), { ...fields(), mode: 'partial' })).toEqual(['/mode'])
  })

  test('must be a complete form', async () => {
    const json = await app.call(shop.supervisor, 'POST', '/vas/chips/import', fields())
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK'
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await app.call(shop.supervisor, 'POST', '/vas/chips/import', cut, type)
    expect(broken).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
    const other = await app.call(shop.supervisor, 'POST', `/vas/chips/${randomUUID()}/activate`, cut, type)
    expect(other).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })
})
