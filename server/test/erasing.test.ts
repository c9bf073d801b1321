import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasingJob } from '../src/jobs/erasing.ts'
import { type App, startProduct } from './app.ts'
import { plannedBuffersOf } from './buffers.ts'
import { png, uploadPicture } from './pictures.ts'
import type { Person, Store } from './world.ts'

let app: Awaited<ReturnType<typeof startProduct>>
let dir: string
let store: Store
let operator: Person

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-erasing-'))
  app = await startProduct({
    VAS_AGGREGATOR_MODE: 'sandbox',
    MOSTRADOR_WORKER: 'on',
    MOSTRADOR_DATA_DIR: dir,
  })
  await app.product.sync()
  operator = await app.world.operator()
  store = await app.world.store()
  await app.world.openShift(store.manager)
  await app.world.fund(store.merchantId, 1_000_000)
  await app.admin.query('update platform.merchants set is_verified = true')
  await app.admin.query(`insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true')`)
})
afterAll(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

let runs = 0
/** Runs the nightly job now; returns its report. */
async function erase(): Promise<Record<string, number>> {
  const id = `erase-${++runs}`
  await app.admin.query(`select app.enqueue_work('nightly.erasing', $1, null, 'mostrador')`, [id])
  const read = async () => (await (app as App).call(operator, 'GET', `/workflows/${id}`)).body
  await expect.poll(async () => (await read()).status).toBe('SUCCEEDED')
  return (await read()).result
}
const column = async (text: string, values: unknown[] = []) =>
  (await app.admin.query(text, values)).rows.map((row) => Object.values(row)[0])

test('quotes are deleted a day after they expired, unless a sale used one', async () => {
  const { rows } = await app.admin.query(
    `select v.id as "providerId", p.id as "productId" from vas.providers v join vas.products p on p.provider_id = v.id
      where v.name = 'Telmex' and p.kind = 'service'`,
  )
  const { providerId, productId } = rows[0]
  const lookUp = async () => {
    const answer = await app.call(
      store.manager,
      'GET',
      `/vas/adeudo?providerId=${providerId}&reference=5555123001`,
    )
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const [old, paid, recent] = [await lookUp(), await lookUp(), await lookUp()]
  const sold = await app.call(store.manager, 'POST', '/vas/sale', {
    productId,
    reference: '5555123001',
    quoteId: paid.quoteId,
    amountCentavos: paid.items[0].amountCentavos,
  })
  expect(sold.status, sold.text).toBeLessThan(300)
  await app.admin.query(
    `update vas.quotes set expires_at = now() - interval '25 hours' where id = any ($1::uuid[])`,
    [[old.quoteId, paid.quoteId]],
  )
  expect(await erase()).toMatchObject({ quotes: 1 })
  expect((await column('select id from vas.quotes')).sort()).toEqual([paid.quoteId, recent.quoteId].sort())
})

test('the search for quotes to delete does not read those that sales have named', async () => {
  const client = await app.admin.connect()
  try {
    const pages = async () => {
      await client.query('analyze vas.quotes, vas.sales')
      return plannedBuffersOf(client, 'select vas.forget_quotes(10)')
    }
    const before = await pages()
    // Five thousand times the bill that was paid.
    await client.query('set session_replication_role = replica')
    await client.query(
      `with paid as (
         insert into vas.quotes
         select r.* from vas.quotes q cross join generate_series(1, 5000) i
          cross join lateral jsonb_populate_record(q, jsonb_build_object('id', md5(i::text)::uuid,
            'expires_at', now() - interval '30 days')) r
          where q.has_sale
         returning merchant_id, id)
       insert into vas.sales
       select r.* from paid q
        cross join (select * from vas.sales where quote_id is not null limit 1) s
        cross join lateral jsonb_populate_record(s::vas.sales, jsonb_build_object('id', q.id, 'folio', q.id,
          'quote_id', q.id)) r`,
    )
    expect(await pages()).toBeLessThan(before + 50)
  } finally {
    client.release(true)
  }
})

test('what cannot be deleted stops nothing else, and fails the run', async () => {
  const lines: string[] = []
  const logger = pino({}, { write: (line: string) => lines.push(line) })
  const parts = [2, 1, 0]
  const job = erasingJob(
    {
      quotes: () => Promise.reject(new Error('canceled')),
      mails: async () => parts.shift() ?? 0,
    },
    logger,
  )
  await expect(job.run(undefined, { isLast: false })).rejects.toThrow('not deleted: quotes; the log says why')
  expect(parts).toEqual([])
  expect(lines.map((line) => JSON.parse(line).what)).toEqual(['quotes'])
})

test('credentials of a deleted connection are erased a week later, once none of its sales can change', async () => {
  const connect = async (name: string) => {
    const order = {
      storeId: store.id,
      provider: 'dtone',
      name,
      apiKey: 'sandbox-merchant',
      apiSecret: 'sandbox-merchant',
    }
    return (await app.call(store.manager, 'POST', '/pos/connections', order)).body.id as string
  }
  const [kept, recent, gone, open, watched] = [
    await connect('used'),
    await connect('deleted yesterday'),
    await connect('deleted'),
    await connect('with an open sale'),
    await connect('with a sale that may be reversed'),
  ]
  const [product] = await column(
    `select p.id from vas.products p where p.kind = 'airtime' and p.amount_centavos = 10000 limit 1`,
  )
  for (const [no, connectionId] of [gone, open, watched].entries()) {
    const sold = await app.call(store.manager, 'POST', '/vas/sale', {
      productId: product,
      reference: `55123450${no}0`,
      funding: { source: 'PLATFORM_BALANCE', connectionId },
    })
    expect(sold.status, sold.text).toBe(201)
  }
  await app.admin.query(
    `update vas.sales set created_at = now() - interval '30 days', sweep_until = null where connection_id is not null`,
  )
  await app.admin.query(
    `update vas.sales set sweep_until = now() + interval '1 hour' where connection_id = $1`,
    [watched],
  )
  await app.admin.query(
    `update vas.sales set status = 'PENDING', phase = 'REVIEW', completed_at = null, next_check_at = now() + interval '1 hour'
      where connection_id = $1`,
    [open],
  )
  for (const id of [recent, gone, open, watched])
    expect((await app.call(store.manager, 'DELETE', `/pos/connections/${id}`)).status).toBe(204)
  await app.admin.query(
    `update shop.connections set deleted_at = now() - interval '8 days' where id = any ($1::uuid[])`,
    [[gone, open, watched]],
  )
  expect(await erase()).toMatchObject({ credentials: 1 })
  const sealed = await column(
    'select id from shop.connections where sealed is not null and sealed_key is not null',
  )
  expect(sealed.sort()).toEqual([kept, recent, open, watched].sort())
  expect(await erase()).toMatchObject({ credentials: 0 })
})

/** A product that is a SIM chip. */
const chip = async () => {
  const [productId] = await column(
    `insert into catalog.products (merchant_id, id, store_id, permission_set, name, kind, price_centavos)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'Chip', 'CHIP', 5000) returning id`,
    [store.merchantId, store.id],
  )
  return productId
}

test('a chip file that was not imported within three days is deleted, and no longer blocks its store', async () => {
  const productId = await chip()
  const [id] = await column(
    `insert into stock.chip_import_runs (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, file_sealed,
                                       is_dry_run, hidden_sheets, started_by, started_at)
     values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'inventory'), $3, 'x', sha256('x'), 'x', false, '{}', $4,
             now() - interval '73 hours') returning id`,
    [store.merchantId, store.id, productId, store.manager.id],
  )
  expect(await erase()).toMatchObject({ chipFiles: 1 })
  expect((await app.call(store.manager, 'GET', `/vas/chips/import/${id}`)).body).toMatchObject({
    status: 'STOPPED',
    problem: { code: 'internal' },
  })
  expect(await column('select id from stock.chip_import_runs where file_sealed is not null')).toEqual([])
})

test('the faults of a chip file are deleted thirty days after it was refused; their number is kept', async () => {
  const productId = await chip()
  const refused = async (days: number) => {
    const [id] = await column(
      `insert into stock.chip_import_runs (merchant_id, id, store_id, permission_set, product_id, file_name, file_hash, is_dry_run,
                                         hidden_sheets, started_by, status, started_at, finished_at, problem)
       values ($1, app.uuid_v7(), $2, authz.set_of($1, $2, 'inventory'), $3, 'x', sha256('x'), false, '{}', $4, 'REFUSED',
               now() - make_interval(days => $5), now() - make_interval(days => $5),
               '{"code": "chip_rows_invalid", "faultCount": 1, "rows": [{"row": 2}]}') returning id`,
      [store.merchantId, store.id, productId, store.manager.id, days],
    )
    return id
  }
  const [old, recent] = [await refused(31), await refused(29)]
  expect(await erase()).toMatchObject({ chipFaults: 1 })
  const problemOf = async (id: unknown) =>
    (await app.call(store.manager, 'GET', `/vas/chips/import/${id}`)).body.problem
  expect(await problemOf(old)).toEqual({ code: 'chip_rows_invalid', faultCount: 1 })
  expect((await problemOf(recent)).rows).toHaveLength(1)
  expect(await erase()).toMatchObject({ chipFaults: 0 })
})

test('sessions of tills are deleted thirty days after they expired; a password’s sessions are kept', async () => {
  const { body: terminal } = await app.call(store.manager, 'POST', '/pos/terminals', {
    storeId: store.id,
    name: 'Caja de sesiones',
  })
  const ended = (days: number, isAtTill: boolean) =>
    column(
      `insert into identity.sessions
         (id, account_id, token_hash, idle_until, expires_at, merchant_id, terminal_id, membership_id)
       select app.uuid_v7(), m.account_id, sha256(random()::text::bytea), now(), now() - $2 * interval '1 day',
              case when $3 then m.merchant_id end, case when $3 then $4::uuid end, case when $3 then m.id end
         from shop.memberships m where m.account_id = $1 returning id`,
      [store.manager.id, days, isAtTill, terminal.id],
    )
  const [old, recent, password] = [
    await ended(31, true),
    await ended(29, true),
    await ended(31, false),
  ].flat()
  expect(await erase()).toMatchObject({ tillSessions: 1 })
  const left = await column('select id from identity.sessions where id = any ($1)', [[old, recent, password]])
  expect(left.sort()).toEqual([recent, password].sort())
})

test('a picture that nothing shows a day after its upload is deleted, with its storage and an audit row', async () => {
  const bring = async (side: number, purpose = 'CATALOG') => {
    const fields = { storeId: store.id, purpose }
    return (await uploadPicture(app, store.manager, png(side, side), fields)).body.id as string
  }
  const [left, shown, ofCategory, recent] = [
    await bring(8),
    await bring(9),
    await bring(10),
    await bring(11),
  ] as const
  const [former, logo] = [await bring(12, 'THEME'), await bring(13, 'THEME')] as const
  const [theme] = (await app.call(store.manager, 'GET', '/pos/merchant_themes')).body.items
  for (const logoFileId of [former, logo]) {
    const shows = await app.call(store.manager, 'PATCH', `/pos/merchant_themes/${theme.id}`, { logoFileId })
    expect(shows.status, shows.text).toBe(200)
  }
  const product = { storeId: store.id, name: 'Atole', priceCentavos: 2_500, picture: shown.toUpperCase() }
  expect((await app.call(store.manager, 'POST', '/pos/products', product)).status).toBe(201)
  const category = { storeId: store.id, name: 'Bebidas', picture: ofCategory }
  expect((await app.call(store.manager, 'POST', '/pos/categories', category)).status).toBe(201)
  await app.admin.query(`update catalog.files set created_at = now() - interval '25 hours' where id <> $1`, [
    recent,
  ])
  expect(await erase()).toMatchObject({ pictures: 2 })
  const kept = await column('select id from catalog.files order by id')
  expect(kept).toEqual([shown, ofCategory, recent, logo].sort())
  expect(
    await column(
      'select used_bytes::int - (select sum(length(content))::int from catalog.files) from catalog.file_storage',
    ),
  ).toEqual([0])
  const { rows } = await app.admin.query(
    `select action, user_id as by, store_id as "storeId" from audit.log where entity_id = any ($1) order by entity_id, id`,
    [[left, former]],
  )
  expect(rows).toEqual([
    { action: 'file.uploaded', by: store.manager.id, storeId: store.id },
    { action: 'file.deleted', by: null, storeId: store.id },
    { action: 'file.uploaded', by: store.manager.id, storeId: store.id },
    { action: 'file.deleted', by: null, storeId: null },
  ])
  expect(await erase()).toMatchObject({ pictures: 0 })
})

test('the search for pictures that nothing shows reads no catalog of other merchants', async () => {
  const client = await app.admin.connect()
  try {
    const read = async () => {
      await client.query('analyze catalog.products, catalog.files')
      return plannedBuffersOf(client, 'select catalog.erase_unshown_pictures($1, 100)', [store.merchantId])
    }
    const before = await read()
    const { merchantId, id } = await app.world.store()
    await client.query(
      `with made as (
         insert into catalog.files (merchant_id, id, store_id, permission_set, purpose, content_type, width, height, content,
                                    content_hash, uploaded_by, created_at)
         select $1, app.uuid_v7(), $2, authz.set_of($1, $2, 'catalog'), 'CATALOG', 'image/png', 1, 1, '\\x00',
                sha256(no::text::bytea), $3, now() - interval '2 days'
           from generate_series(1, 5000) no
         returning *)
       insert into catalog.products (merchant_id, id, store_id, permission_set, name, price_centavos, picture)
       select merchant_id, app.uuid_v7(), store_id, permission_set, 'Pan', 500, id::text from made`,
      [merchantId, id, store.manager.id],
    )
    expect(await read()).toBeLessThan(before + 100)
  } finally {
    client.release()
  }
})

test('answers to keys are kept for thirty days, and those of open sales until they end', async () => {
  const keep = (key: string, days: number, status: number | null) =>
    app.admin.query(
      `insert into app.idempotency_keys (merchant_id, account_id, route, key, fingerprint, locked_until, status, created_at)
       values ($1, $2, 'POST /pos/approvals', $3, '\\x00', now(), $4, now() - $5 * interval '1 day')`,
      [store.merchantId, store.manager.id, key, status, days],
    )
  await keep('old', 31, 201)
  await keep('running', 31, null)
  await keep('recent', 29, 201)
  expect(await erase()).toMatchObject({ answers: 1 })
  expect(
    await column(`select key from app.idempotency_keys where route = 'POST /pos/approvals' order by key`),
  ).toEqual(['recent', 'running'])
})

test('durable work is kept for ninety days after its end, and longer where somebody has to decide about it', async () => {
  await erase()
  const tables = await column(
    `select table_name::text from information_schema.columns
      where table_schema = 'dbos' and column_name = 'workflow_uuid' order by table_name`,
  )
  expect(tables).toEqual(expect.arrayContaining(['operation_outputs', 'workflow_input', 'workflow_output']))
  /** A run like the one that has just ended, with all its rows. */
  const ran = async (id: string, days: number, change: Record<string, unknown> = {}) => {
    for (const table of tables.toSorted((a, b) =>
      a === 'workflow_status' ? -1 : b === 'workflow_status' ? 1 : 0,
    ))
      await app.admin.query(
        `insert into dbos.${table} select (jsonb_populate_record(r, $2)).* from dbos.${table} r where r.workflow_uuid = $1`,
        [`erase-${runs}`, { ...(table === 'workflow_status' && change), workflow_uuid: id }],
      )
    await app.admin.query(
      `update dbos.workflow_status s set created_at = m.ms, updated_at = m.ms, completed_at = m.ms
         from (select (extract(epoch from now() - $2 * interval '1 day') * 1000)::bigint as ms) m
        where s.workflow_uuid = $1`,
      [id, days],
    )
  }
  const gaveUp = (id: string, isDecided: boolean) =>
    app.admin.query(
      `insert into platform.given_up_work (id, workflow_id, name, queue, attempts, last_error, first_failed_at, status,
                                           decided_at, decided_by)
       values (app.uuid_v7(), $1, 'nightly.erasing', 'mostrador', 1, 'x', now(),
               case when $2 then 'DISMISSED' else 'OPEN' end, case when $2 then now() end, case when $2 then $3::uuid end)`,
      [id, isDecided, operator.id],
    )
  const fatal = { status: 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' }
  await ran('old', 91)
  await ran('recent', 89)
  await ran('running', 91, { status: 'ENQUEUED', queue_name: 'nobody-listens' })
  await ran('of running', 91, { parent_workflow_id: 'running' })
  await ran('of old', 91, { parent_workflow_id: 'old' })
  for (const [id, change] of [
    ['failed', { status: 'ERROR' }],
    ['fatal', fatal],
  ] as const)
    for (const isDecided of [false, true]) {
      await gaveUp(`${id}, ${isDecided ? 'decided' : 'open'}`, isDecided)
      await ran(`${id}, ${isDecided ? 'decided' : 'open'}`, 91, change)
    }
  await ran('fatal, untold', 91, fatal)

  expect(await erase()).toMatchObject({ work: 4 })
  const stays = ['failed, open', 'fatal, open', 'fatal, untold', 'of running', 'recent', 'running']
  const gone = ['failed, decided', 'fatal, decided', 'of old', 'old']
  for (const table of tables)
    expect(
      await column(
        `select distinct workflow_uuid from dbos.${table} where workflow_uuid = any ($1) order by 1`,
        [[...stays, ...gone]],
      ),
      table as string,
    ).toEqual(
      ['operation_outputs', 'workflow_input', 'workflow_output', 'workflow_status'].includes(table as string)
        ? stays
        : [],
    )
  // What is shown of work that waits for a decision.
  const steps = await app.call(operator, 'GET', `/workflows/${encodeURIComponent('failed, open')}/steps`)
  expect(steps.body.items).toHaveLength(1)
  await app.admin.query(`delete from dbos.workflow_status where workflow_uuid = any ($1)`, [stays])
})
