import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ChipApp, type ChipShop, chipFile, startChipApp } from '../../../test/chip-shop.ts'
import { digitsAlone } from '../../../test/digits-alone.ts'
import { patient } from '../../../test/patience.ts'
import { type CellText, iccid, workbook } from '../../../test/workbook.ts'
import type { Person } from '../../../test/world.ts'

let app: ChipApp
let shop: ChipShop
let next = 1
const freshNumbers = (count: number) => Array.from({ length: count }, () => next++)
/** One row more than a request imports by itself. */
const large = () => freshNumbers(2_001)

beforeAll(async () => {
  app = await startChipApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  shop = await app.shop()
})

const send = (file: Buffer, fields: Record<string, string> = {}, who: Person = shop.supervisor) =>
  app.upload(who, file, { storeId: shop.store.id, productId: shop.productId, ...fields })

const ended = async (workflowId: string, who: Person = shop.supervisor) => {
  const read = async () => (await app.call(who, 'GET', `/workflows/${workflowId}`)).body
  await expect
    .poll(async () => (await read()).finishedAt, { timeout: patient(60_000), interval: 100 })
    .not.toBeNull()
  return read()
}
const run = async (id: string, who: Person = shop.supervisor) =>
  (await app.call(who, 'GET', `/vas/chips/import/${id}`)).body
const unitCount = async () => {
  const { rows } = await app.admin.query(
    'select count(*)::int as n from stock.chip_units where store_id = $1',
    [shop.store.id],
  )
  return rows[0].n
}
/** What is stored of a file: nothing, once its run has ended. */
const keptFile = async (id: string): Promise<Buffer | null> =>
  (await app.admin.query('select file_sealed from stock.chip_import_runs where id = $1', [id])).rows[0]
    .file_sealed

/**
 * While this transaction is open, no import can end: another store of the merchant is adding its last ICCID,
 * and has not committed yet.
 */
async function hold(no: number) {
  const other = await app.shop({ id: shop.store.merchantId, owner: shop.store.manager })
  expect((await app.stock(other, freshNumbers(1))).status).toBe(201)
  const client = await app.admin.connect()
  await client.query('begin')
  await client.query(
    `insert into stock.chip_units (merchant_id, id, store_id, permission_set, product_id, import_id, import_row, iccid)
     select merchant_id, app.uuid_v7(), store_id, permission_set, product_id, import_id, 99, $2
       from stock.chip_units where store_id = $1`,
    [other.store.id, iccid(no)],
  )
  return async (end: 'commit' | 'rollback') => {
    await client.query(end)
    client.release()
  }
}

describe('a large file', () => {
  test('is imported whole by durable work, and recorded like any other', async () => {
    const numbers = freshNumbers(6_000)
    const file = chipFile(numbers)
    const answer = await send(file)
    expect(answer, answer.text).toMatchObject({ status: 202 })
    const { workflowId } = answer.body
    expect(answer.headers.get('location')).toBe(`/workflows/${workflowId}`)
    const done = await ended(workflowId)
    expect(done).toMatchObject({
      name: 'vas.chips.import',
      status: 'SUCCEEDED',
      error: null,
      progress: { phase: 'importing', done: 6_000, total: 6_000 },
      result: { importId: workflowId, storeId: shop.store.id, rowCount: 6_000, isDryRun: false },
    })
    expect(await unitCount()).toBe(6_000)
    const units = (await app.call(shop.cashier, 'GET', `/pos/chip_units?storeId=${shop.store.id}&limit=2`))
      .body
    expect(units.items).toMatchObject([
      { iccid: iccid(numbers[0] as number), importId: workflowId, importRow: 2, status: 'IN_STOCK' },
      { importRow: 3 },
    ])
    const made = await app.call(shop.cashier, 'GET', `/pos/chip_imports/${workflowId}`)
    expect(made.body).toMatchObject({ rowCount: 6_000, importedBy: shop.supervisor.id })
    expect(await run(workflowId)).toMatchObject({
      status: 'IMPORTED',
      rowsChecked: 6_000,
      rowsTotal: 6_000,
      rowsImported: 6_000,
      startedBy: shop.supervisor.id,
      problem: null,
    })
    const { rows } = await app.admin.query(
      'select action, user_id from audit.log where entity_id = $1 order by id',
      [workflowId],
    )
    expect(rows).toEqual([
      { action: 'chips.import_started', user_id: shop.supervisor.id },
      { action: 'chips.imported', user_id: shop.supervisor.id },
    ])
    expect(await send(file)).toMatchObject({
      status: 409,
      body: { code: 'file_already_imported', importId: workflowId },
    })
  })

  test('with few enough rows is imported by the request itself', async () => {
    expect((await send(chipFile(freshNumbers(1_999)))).status).toBe(201)
  })

  test('reports every fault as a small one does, and nothing is imported', async () => {
    const numbers = large()
    const rows: CellText[][] = [['ICCID', 'PIN'], ...numbers.map((no): CellText[] => [iccid(no)])]
    rows[1_500] = ['123']
    rows[2_000] = [iccid(numbers[0] as number), 'x']
    const { workflowId } = (await send(workbook([{ rows }]))).body
    const faults = [
      { row: 1_501, column: 'A', field: 'iccid', code: 'iccid_format' },
      { row: 2_001, column: 'B', field: 'pin', code: 'pin_not_accepted' },
      { row: 2_001, column: 'A', field: 'iccid', code: 'iccid_repeated_in_file', firstRow: 2 },
    ]
    const done = await ended(workflowId)
    expect(done).toMatchObject({
      status: 'FAILED',
      error: 'chip_rows_invalid',
      result: { code: 'chip_rows_invalid', status: 422, rows: faults, faultCount: 3 },
    })
    expect(await run(workflowId)).toMatchObject({
      status: 'REFUSED',
      rowsImported: 0,
      problem: { code: 'chip_rows_invalid', status: 422, rows: faults },
    })
    expect([await unitCount(), await keptFile(workflowId)]).toEqual([0, null])
    expect((await send(workbook([{ rows }]))).status).toBe(202)
  })

  test('with chips that the merchant has is refused, row by row', async () => {
    const other = await app.shop({ id: shop.store.merchantId, owner: shop.store.manager })
    const numbers = large()
    const [first = 0, second = 0] = numbers
    await app.stock(other, [first])
    await app.stock(shop, [second])
    const done = await ended((await send(chipFile(numbers))).body.workflowId)
    expect(done.result.rows).toEqual([
      { row: 2, column: 'A', field: 'iccid', code: 'iccid_in_other_store' },
      { row: 3, column: 'A', field: 'iccid', code: 'iccid_in_store' },
    ])
    expect(await unitCount()).toBe(1)
  })

  test('reports its first thousand faults, five hundred of them on the workflow, and the number of all', async () => {
    const rows = [['ICCID'], ...large().map(() => ['123'])]
    const { workflowId } = (await send(workbook([{ rows }]))).body
    const { result } = await ended(workflowId)
    expect([result.rows.length, result.faultCount]).toEqual([500, 2_001])
    const { problem } = await run(workflowId)
    expect([problem.rows.length, problem.faultCount, problem.rows[999].row]).toEqual([1_000, 2_001, 1_001])
  })

  test('reports the first thousand of its chips that are in stock already, and the number of all', async () => {
    const numbers = freshNumbers(1_500)
    expect((await app.stock(shop, numbers)).status).toBe(201)
    const { status, body } = await send(chipFile([...numbers, ...freshNumbers(1)]))
    expect([status, body.rows.length, body.faultCount]).toEqual([422, 1_000, 1_500])
  })

  test('is validated by a dry run, which writes nothing and blocks nobody', async () => {
    const file = chipFile(large())
    const { workflowId } = (await send(file, { dryRun: 'true' })).body
    expect(await ended(workflowId)).toMatchObject({
      status: 'SUCCEEDED',
      result: { importId: null, isDryRun: true, rowCount: 2_001 },
    })
    expect(await run(workflowId)).toMatchObject({ status: 'CHECKED', isDryRun: true, rowsImported: 0 })
    expect(await unitCount()).toBe(0)
    expect((await send(file)).status).toBe(202)
  })

  test('is imported once when sent twice at the same time', async () => {
    const numbers = large()
    const release = await hold(numbers.at(-1) as number)
    const file = chipFile(numbers)
    const people = await Promise.all([1, 2, 3, 4].map(() => app.world.member(shop.store, 'supervisor')))
    const answers = await Promise.all(people.map((who) => send(file, {}, who)))
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
    const { workflowId } = answers.find(({ status }) => status === 202)?.body ?? {}
    for (const refused of answers.filter(({ status }) => status === 409))
      expect(refused.body).toMatchObject({ code: 'import_under_way', workflowId })
    await release('rollback')
    expect((await ended(workflowId)).status).toBe('SUCCEEDED')
    expect(await unitCount()).toBe(2_001)
  })

  test('loses to a concurrent import of one of its chips', async () => {
    const numbers = large()
    const release = await hold(numbers.at(-1) as number)
    const { workflowId } = (await send(chipFile(numbers))).body
    await expect.poll(async () => (await run(workflowId)).rowsTotal).toBe(2_001)
    await release('commit')
    expect((await ended(workflowId)).result.rows).toMatchObject([
      { row: 2_002, code: 'iccid_in_other_store' },
    ])
    expect(await unitCount()).toBe(0)
  })

  test('keeps its codes sealed before and after the import, and out of the engine’s storage', async () => {
    const pin = '83920174'
    const numbers = large()
    const release = await hold(numbers.at(-1) as number)
    const rows = [['ICCID', 'PIN'], ...numbers.map((no) => [iccid(no), pin])]
    const { workflowId } = (await send(workbook([{ rows }]))).body
    const kept = await keptFile(workflowId)
    expect(kept?.subarray(0, 200).includes('PK')).toBe(false)
    expect(
      app.keyring
        .open(kept as Buffer, `chip file:${workflowId}`)
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    await release('rollback')
    await ended(workflowId)
    expect(await keptFile(workflowId)).toBeNull()
    const { rows: engine } = await app.admin.query(
      `select row_to_json(w)::text as text from dbos.workflow_status w
        union all select row_to_json(o)::text from dbos.operation_outputs o`,
    )
    const seen = [...engine.map(({ text }) => text), ...app.logLines].join()
    expect(seen).toContain(workflowId)
    expect(seen).not.toMatch(digitsAlone(pin))
    const { rows: codes } = await app.admin.query(
      'select c.chip_id, c.pin_sealed from stock.chip_codes c join stock.chip_units u on u.id = c.chip_id where u.import_id = $1 limit 1',
      [workflowId],
    )
    expect(app.keyring.open(codes[0].pin_sealed, `chip pin:${codes[0].chip_id}`).toString()).toBe(pin)
  })
})

describe('the authority of the person who sent it', () => {
  const change: Record<string, [() => Promise<unknown>, string]> = {
    'the role is gone': [() => app.world.endMembership(shop.supervisor.membershipId), 'permission_missing'],
    'the role is a lower one now': [
      () => app.world.giveRole(shop.supervisor, 'cashier'),
      'permission_missing',
    ],
    'the account is blocked': [() => app.world.block(shop.supervisor.id), 'permission_missing'],
    'the merchant is suspended': [
      () => app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [shop.store.merchantId]),
      'merchant_suspended',
    ],
  }
  test.each(Object.keys(change))('is checked when the rows are added: %s', async (name) => {
    const [revoke, code] = change[name] as [() => Promise<unknown>, string]
    const operator = await app.world.operator()
    const numbers = large()
    const release = await hold(numbers.at(-1) as number)
    const { workflowId } = (await send(chipFile(numbers))).body
    const waiting = async () => {
      const { rows } = await app.admin.query(
        `select pid from pg_stat_activity where datname = current_database()
            and application_name = 'mostrador-worker' and wait_event_type = 'Lock'`,
      )
      return rows.map(({ pid }) => pid)
    }
    await expect.poll(waiting, { interval: 50 }).toHaveLength(1)
    const [pid] = await waiting()
    await revoke()
    // The attempt that was allowed is lost; the next one is checked again.
    await app.admin.query('select pg_terminate_backend($1)', [pid])
    await release('rollback')
    expect(await ended(workflowId, operator)).toMatchObject({
      status: 'FAILED',
      error: code,
      result: { code },
    })
    expect(await unitCount()).toBe(0)
    expect(await keptFile(workflowId)).toBeNull()
  })
})

describe('who may read its progress', () => {
  test('operators, and people who may stock that store; a foreign and an absent run get the same answer', async () => {
    const { workflowId } = (await send(chipFile(large()))).body
    await ended(workflowId)
    const other = await app.shop()
    const sibling = await app.shop({ id: shop.store.merchantId, owner: shop.manager })
    const operator = await app.world.operator()
    const halfSignedIn = await app.world.person({ labels: ['platformOperator'], secondFactor: false })
    const absent = randomUUID()
    for (const path of [`/workflows/${workflowId}`, `/workflows/${workflowId}/steps`]) {
      for (const who of [shop.supervisor, shop.manager, operator])
        expect((await app.call(who, 'GET', path)).status).toBe(200)
      for (const who of [other.manager, sibling.supervisor]) {
        const [foreign, none] = [
          await app.call(who, 'GET', path),
          await app.call(who, 'GET', path.replace(workflowId, absent)),
        ]
        expect(foreign.status).toBe(404)
        const text = (answer: typeof none) => answer.text.replaceAll(answer.body.requestId, '')
        expect(text(foreign)).toBe(text(none))
      }
      for (const who of [shop.cashier, other.cashier, await app.world.person()])
        expect(await app.call(who, 'GET', path)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
      expect(await app.call(halfSignedIn, 'GET', path)).toMatchObject({
        status: 403,
        body: { code: 'mfa_required' },
      })
      expect((await app.call(undefined, 'GET', path)).status).toBe(401)
    }
    expect((await app.call(operator, 'GET', `/workflows/${absent}`)).status).toBe(404)
    const path = `/vas/chips/import/${workflowId}`
    const statuses = [shop.supervisor, shop.cashier, other.manager, operator, undefined].map(
      async (who) => (await app.call(who, 'GET', path)).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 403, 401])
  })
})

describe('the large imports of a store', () => {
  const list = (query = '', who: Person = shop.supervisor) =>
    app.call(who, 'GET', `/vas/chips/import?storeId=${shop.store.id}${query}`)

  test('are listed with their results, newest first, for the people who may stock it', async () => {
    const sheets = [
      {
        rows: [['ICCID', 'Compañía'], ...large().map((no, at) => [iccid(no), `Compañía ${1 + (at % 7)}`])],
      },
      { rows: [], state: 'hidden' as const },
    ]
    const good = (await send(workbook(sheets))).body.workflowId
    await ended(good)
    const bad = (await send(workbook([{ rows: [['ICCID'], ...large().map(() => ['123'])] }]))).body.workflowId
    await ended(bad)
    const { items } = (await list()).body
    expect(items).toMatchObject([
      { id: bad, status: 'REFUSED', problemCode: 'chip_rows_invalid', rowsImported: 0, hiddenSheets: [] },
      { id: good, status: 'IMPORTED', problemCode: null, rowsImported: 2_001, isDryRun: false },
    ])
    expect(items[1].hiddenSheets).toHaveLength(1)
    expect(items.map(({ carriers }: { carriers: string[] }) => carriers)).toEqual([
      [],
      [1, 2, 3, 4, 5].map((no) => `Compañía ${no}`),
    ])
    expect((await run(good)).hiddenSheets).toEqual(items[1].hiddenSheets)
    const first = (await list('&limit=1')).body
    expect(first.items).toMatchObject([{ id: bad }])
    expect((await list(`&limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
      items: [{ id: good }],
      nextCursor: null,
    })
    expect((await list('&cursor=forged')).body.code).toBe('invalid_cursor')
    const sibling = await app.shop({ id: shop.store.merchantId, owner: shop.manager })
    for (const who of [shop.cashier, sibling.supervisor, (await app.shop()).manager])
      expect(await list('', who)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })
})

test(
  'fifty thousand chips are imported with bounded memory, and one more is refused',
  async () => {
    const rows = (count: number) => [
      ['ICCID', 'Precio'],
      ...freshNumbers(count).map((no) => [iccid(no), 49.9]),
    ]
    const [most, tooMany] = [workbook([{ rows: rows(50_000) }]), workbook([{ rows: rows(50_001) }])]
    const before = process.memoryUsage().rss
    let peak = 0
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 10)
    const { workflowId } = (await send(most)).body
    const done = await ended(workflowId)
    clearInterval(watch)
    expect(done).toMatchObject({ status: 'SUCCEEDED', result: { rowCount: 50_000 } })
    expect(peak - before).toBeLessThan(300_000_000)
    const refused = await ended((await send(tooMany)).body.workflowId)
    expect(refused).toMatchObject({ status: 'FAILED', error: 'workbook_too_large' })
    expect(await unitCount()).toBe(50_000)
  },
  patient(120_000),
)
