import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schemas } from '../../src/areas.ts'
import type { Route } from '../../src/http/route.ts'
import { type Answer, startProduct } from '../app.ts'
import { newClabe } from '../clabes.ts'
import { plantRow, tenantTables } from '../every-table.ts'
import { type JsonSchema, sampleOf } from '../sample-values.ts'
import { tillsOf } from '../till.ts'
import { iccid } from '../workbook.ts'
import type { Person, Store } from '../world.ts'

// An administrator who is confined to some merchants, by assignment or ownership, sees nothing of any other
// merchant and starts nothing there, by any route. All registered routes are tested, so new ones are
// included.
let app: Awaited<ReturnType<typeof startProduct>>
let chief: Person
let own: Store
let foreign: Store
const absent = '01900000-0000-7000-8000-000000000000'

/** Ids of the other merchant, by field name in bodies and queries. */
const ids: Record<string, string> = {}
/** Ids of the other merchant's rows, by the preceding path. */
const rows: Record<string, string> = {}
/** What would reveal the other merchant in an answer. */
let marks: string[]
const confined: Record<string, Person> = {}

const done = async (as: Person, method: string, path: string, body?: unknown): Promise<Answer['body']> => {
  const answer = await app.call(as, method, path, body)
  expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300)
  return answer.body
}
const assign = (email: string) =>
  done(chief, 'POST', '/platform/admin-assignments', { email, merchantId: own.merchantId })

/** Data of the other merchant in everything that the platform can read. */
async function furnish(of: Store): Promise<void> {
  const { id: storeId, merchantId } = of
  const deposit = await done(of.manager, 'POST', '/pos/deposits', {
    storeId,
    amountCentavos: 100,
    claveRastreo: 'AJENO00000000001',
    paidOn: '2026-01-15',
  })
  const account = await done(of.manager, 'POST', '/pos/settlements/bank-account', {
    storeId,
    clabe: newClabe(),
    holder: 'Rosa Luna',
  })
  const terminal = await done(of.manager, 'POST', '/pos/terminals', { storeId, name: 'Caja ajena' })
  const invite = await done(of.manager, 'POST', '/pos/invites', {
    storeId,
    email: 'ajena@example.test',
    role: 'cashier',
  })
  const psp = await done(chief, 'POST', '/admin/psp-credentials', {
    provider: 'conekta',
    environment: 'live',
    secretKey: 'key_of_somebody_else',
    merchantId,
  })
  await done(chief, 'POST', '/platform/admin-assignments', {
    email: (await app.world.platformAdmin()).email,
    merchantId,
  })
  await app.admin.query(
    `select platform.note_given_up('gone:' || $1, 'test.job', jsonb_build_object('merchantId', $1::text), 1, 'x', now())`,
    [merchantId],
  )
  const { rows: work } = await app.admin.query(
    'select id from platform.given_up_work where merchant_id = $1',
    [merchantId],
  )
  const tables = await tenantTables(app.admin)
  const planted = async (name: string, at: Store = of) =>
    plantRow(app.admin, tables.find((table) => table.name === name) as (typeof tables)[number], at)
  const tills = tillsOf(app)
  const cashier = await app.world.member(of, 'cashier')
  await tills.openShift(cashier)
  await tills.sale(cashier, [{ variantId: await tills.product(of, { stock: 1 }) }])
  const [sale, settlement] = [await planted('vas.sales'), await planted('money.settlements')]
  await app.admin.query(
    `update vas.sales set phase = 'REVIEW', kind = 'pin', status = 'COMPLETED', created_at = now() where id = $1`,
    [sale],
  )
  await app.admin.query(
    `update money.settlements set status = 'REQUESTED', bank_account_id = $2, requested_by = $3, updated_by = $3 where id = $1`,
    [settlement, account.id, of.manager.id],
  )
  await app.admin.query(
    `insert into reporting.settlement_rollups (merchant_id, day, version, lines, closing_centavos)
     values ($1, current_date - 1, 1, '[]', 0)`,
    [merchantId],
  )
  await done(chief, 'PUT', '/platform/settings/giftcards_admin_list_web', { value: true })
  const chips = [
    await planted('stock.chip_units'),
    await planted('stock.chip_units', await app.world.store()),
  ]
  await app.admin.query('update stock.chip_units set iccid = $2 where id = any ($1)', [chips, iccid(1)])
  await app.admin.query('select stock.open_chip_incidents()')
  const { rows: incidents } = await app.admin.query('select id from stock.chip_incidents')
  // In a queue without a listener.
  const stuck = `stuck:${merchantId}`
  await app.admin.query(`select app.enqueue_work('vas.catalog.sync', $1, null, 'nobody-listens')`, [stuck])
  await app.admin.query(
    'update dbos.workflow_status set created_at = created_at - 3600000, updated_at = updated_at - 3600000 where workflow_uuid = $1',
    [stuck],
  )
  const { rows: lost } = await app.admin.query(
    `with done as (insert into platform.restorations (id, identity, data_until, reconciled_at)
                   values (app.uuid_v7(), 'test', now(), now()) returning id)
     insert into platform.restored_acts (event_id, restoration_id, subject, event, status)
     select app.uuid_v7(), done.id, 'merchant', jsonb_build_object('at', now(), 'action', 'merchant.suspended', 'entity', 'merchant',
       'entityId', $1::text, 'merchantId', $1::text, 'after', jsonb_build_object('merchantId', $1::text)), 'APPLIED' from done
     returning event_id as id`,
    [merchantId],
  )
  Object.assign(rows, {
    '/platform/restored_acts': lost[0].id,
    '/platform/merchants': merchantId,
    '/pos/merchants': merchantId,
    '/pos/admin/merchants': merchantId,
    '/platform/workflows': work[0].id,
    '/platform/terminals': terminal.id,
    '/platform/invites': invite.id,
    '/pos/deposits': deposit.id,
    '/pos/settlements/requests': settlement,
    '/pos/settlements/bank-account': account.id,
    '/vas/ops/reviews': sale,
    '/platform/chip-incidents': incidents[0].id,
    '/admin/psp-credentials': psp.id,
    '/platform/accounts': of.manager.id,
    '/platform/roles': of.manager.id,
    '/platform/admin-assignments': of.manager.id,
  })
  Object.assign(ids, {
    merchantId,
    storeId,
    terminalId: terminal.id,
    bankAccountId: account.id,
    accountId: of.manager.id,
    ownerId: of.manager.id,
    userId: of.manager.id,
  })
  marks = [...Object.values(rows), ...Object.values(ids), 'Comercio Ajeno', of.manager.email]
}

const isPlatforms = ({ access }: Route) => access.startsWith('platform:')
/** Closing a merchant comes last. */
const inOrder = (routes: readonly Route[]) =>
  routes.filter(isPlatforms).sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
/** Names a row, of any merchant. */
const isOfRow = ({ path }: Route) => /\{\w*id\}/i.test(path)
const nameOf = ({ method, path }: Route) => `${method} ${path}`

function fieldsOf(schema: unknown): string[] {
  const { properties, anyOf, oneOf } = schema as JsonSchema
  return [...Object.keys(properties ?? {}), ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap(fieldsOf)]
}

/** A well-formed request about the other merchant, or with all its ids replaced by absent ones. */
async function ask(route: Route, as: Person, about: 'foreign' | 'absent' | 'nobody'): Promise<Answer> {
  const known = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, about === 'foreign' ? id : absent]),
  )
  const before = route.path.slice(0, route.path.indexOf('/{'))
  const row = isOfRow(route) ? rows[before] : ''
  if (row === undefined)
    throw new Error(`say in furnish which id of the other merchant ${nameOf(route)} could be asked about`)
  const path = route.path
    .replace(/\{(id|accountId)\}/, about === 'foreign' ? row : absent)
    .replace('{label}', 'distributor')
    .replace('{key}', 'vas_chips')
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? absent)
  const named = about === 'nobody' ? [] : fieldsOf(route.query ?? {}).filter((name) => name in known)
  const search = new URLSearchParams(Object.fromEntries(named.map((name) => [name, known[name] as string])))
  const body = route.body === undefined ? undefined : bodyOf(route, known, about)
  return app.call(as, route.method, search.size > 0 ? `${path}?${search}` : path, body)
}

/** Where a body needs more than its schema says. */
const fitting: Record<string, object> = {
  'PATCH /pos/deposits/{id}/review': { status: 'CREDITED' },
  'PUT /platform/merchants/{id}/theme': {
    colors: { primary: '#0d6657', onPrimary: '#ffffff', background: '#ffffff', text: '#1f2933' },
    typography: 'SYSTEM',
    logoFileId: null,
    darkMode: 'AUTO',
  },
}

function bodyOf(route: Route, known: Record<string, string>, about: string): unknown {
  const exact = fitting[nameOf(route)]
  if (exact !== undefined) return exact
  const fields = fieldsOf(route.body)
  const sample = sampleOf(route.body as JsonSchema, known) ?? {}
  const wanted = fields.filter((name) => name in known)
  const filled = { ...(sample as object), ...Object.fromEntries(wanted.map((name) => [name, known[name]])) }
  if (about === 'nobody') for (const name of wanted) delete (filled as Record<string, unknown>)[name]
  return filled
}

/** Everything that could distinguish two answers, except what differs in any two. */
function likeness({ status, headers, text, body }: Answer): string {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id', 'location'].includes(name))
  return JSON.stringify([status, kept, text.replace(body?.requestId ?? '', '')])
}

/** Every row of the other merchant with its `xmin`, which changes with each update. */
async function stateOf(merchantId: string): Promise<unknown[]> {
  const { rows: tables } = await app.admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'merchant_id'
      where c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace::regnamespace::text = any ($1)`,
    [schemas],
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as n, sum(xmin::text::bigint)::text as written from ${name} where merchant_id = $1`,
  )
  each.push(`select 'merchant', 1, xmin::text from platform.merchants where id = $1`)
  return (await app.admin.query(`${each.join(' union all ')} order by 1`, [merchantId])).rows
}

/** Routes that concern no particular merchant, which confined administrators may use. */
const ofNobody = [
  'GET /platform/settings',
  'GET /platform/roles',
  // The terms of merchants without their own; everybody sees them in their catalog.
  'GET /platform/vas-terms',
  // It creates a merchant, which the administrator then oversees.
  'POST /pos/merchants',
  // Inactive: the same answer for every administrator.
  'POST /platform/impersonations',
]

/** Calls the platform’s routes as administrators confined to some merchants, about another one. */
export function confinedAdministrators(): void {
  beforeAll(async () => {
    app = await startProduct({ VAS_AGGREGATOR_MODE: 'sandbox' })
    const { world } = app
    chief = await world.platformAdmin()
    own = await world.store()
    foreign = await world.store(await world.merchant({ name: 'Comercio Ajeno Número Nueve' }))
    await furnish(foreign)

    confined['by assignment'] = await world.platformAdmin()
    await assign(confined['by assignment'].email)
    confined['by ownership'] = own.manager
    await world.giveLabel(own.manager.id, 'platformAdmin')
    // The product does not allow both; if inserted directly, it shows nothing either.
    const both = await world.member(foreign, 'manager')
    await world.giveLabel(both.id, 'platformAdmin')
    await assign(both.email)
    confined['by assignment, with a membership in the other merchant'] = both
  }, 120_000)

  afterAll(() => app.close())

  describe.each([
    'by assignment',
    'by ownership',
    'by assignment, with a membership in the other merchant',
  ])('confined %s,', (how) => {
    test('another merchant’s id gets the answer of an absent one, on every platform route', async () => {
      const wrong: string[] = []
      const before = await stateOf(foreign.merchantId)
      for (const route of inOrder(app.product.routes)) {
        const asksAbout = isOfRow(route) || fieldsOf(route.body ?? {}).some((name) => name in ids)
        const isNarrowed = fieldsOf(route.query ?? {}).some((name) => name in ids)
        if (!asksAbout && !isNarrowed) continue
        const [theirs, none] = await Promise.all([
          ask(route, confined[how] as Person, 'foreign'),
          ask(route, confined[how] as Person, 'absent'),
        ])
        const isRefused = [403, 404].includes(theirs.status)
        const isEmpty = !asksAbout && !marks.some((mark) => theirs.text.includes(mark))
        if (likeness(theirs) !== likeness(none) || !(isRefused || isEmpty))
          wrong.push(
            `${nameOf(route)}: ${theirs.status} ${theirs.text.slice(0, 300)} | ${none.text.slice(0, 300)}`,
          )
      }
      expect(wrong).toEqual([])
      expect(await stateOf(foreign.merchantId)).toEqual(before)
      const person = confined[how] as Person
      const { rows: acted } = await app.admin.query(
        'select action from audit.log where user_id = $1 and merchant_id = $2',
        [person.id, foreign.merchantId],
      )
      expect(acted).toEqual([])
    }, 120_000)

    test('finds nothing of another merchant in any list, while other staff see it', async () => {
      const wrong: string[] = []
      for (const route of inOrder(app.product.routes)) {
        if (route.method !== 'GET' || isOfRow(route)) continue
        const { text } = await ask(route, confined[how] as Person, 'nobody')
        const seen = marks.filter((mark) => text.includes(mark))
        if (seen.length > 0) wrong.push(`${nameOf(route)} shows ${seen.join(', ')}`)
        if (ofNobody.includes(nameOf(route))) continue
        const all = await ask(route, chief, 'nobody')
        const needsMerchant = all.status === 422
        if (!needsMerchant && !marks.some((mark) => all.text.includes(mark)))
          wrong.push(`${nameOf(route)} shows nobody anything: ${all.status} ${all.text.slice(0, 200)}`)
      }
      expect(wrong).toEqual([])
    }, 120_000)

    test('cannot start anything for all merchants, on any platform route without a merchant', async () => {
      const wrong: string[] = []
      for (const route of app.product.routes.filter(isPlatforms)) {
        if (route.method === 'GET' || isOfRow(route) || ofNobody.includes(nameOf(route))) continue
        const answer = await ask(route, confined[how] as Person, 'nobody')
        // Where a merchant is required, a request without one is invalid.
        const isRefused = answer.status === 403 && answer.body.code === 'forbidden'
        if (!isRefused && answer.status !== 422)
          wrong.push(`${nameOf(route)}: ${answer.status} ${answer.text}`)
      }
      expect(wrong).toEqual([])
    })
  })

  describe('durable work', () => {
    const rollUp = (as: Person, merchantId?: string) =>
      app.call(as, 'POST', '/pos/settlements/ops/rollup', merchantId === undefined ? {} : { merchantId })
    const looks = async (as: Person, id: string) =>
      Promise.all(
        [`/workflows/${id}`, `/workflows/${id}/steps`].map(
          async (path) => (await app.call(as, 'GET', path)).status,
        ),
      )

    test('of another merchant, or of all, is not_found for a confined administrator', async () => {
      const theirs = (await rollUp(chief, foreign.merchantId)).body.workflowId
      const everybodys = (await rollUp(chief)).body.workflowId
      const sync = (await done(chief, 'POST', '/vas/admin/catalog/sync')).workflowId
      const mine = (await rollUp(chief, own.merchantId)).body.workflowId
      const recompute = async (merchantId: string) => {
        const id = `verification.recompute:of ${merchantId}`
        await app.admin.query(`select app.enqueue_work('verification.recompute', $1, $2)`, [
          id,
          JSON.stringify({ merchantId }),
        ])
        return id
      }
      const hidden = [theirs, everybodys, sync, await recompute(foreign.merchantId)]
      const shown = [mine, await recompute(own.merchantId)]
      for (const person of Object.values(confined)) {
        for (const id of [...hidden, randomUUID()]) expect(await looks(person, id)).toEqual([404, 404])
        for (const id of shown) expect(await looks(person, id)).toEqual([200, 200])
        const [refused, none] = [
          await app.call(person, 'GET', `/workflows/${theirs}`),
          await app.call(person, 'GET', `/workflows/${absent}`),
        ]
        expect(likeness(refused)).toBe(likeness(none))
      }
      for (const id of [...hidden, ...shown]) expect(await looks(chief, id)).toEqual([200, 200])
      const operator = await app.world.operator()
      for (const id of [...hidden, ...shown]) expect(await looks(operator, id)).toEqual([200, 200])
    })

    test('can be started by a confined administrator only for their merchants', async () => {
      for (const person of Object.values(confined)) {
        expect((await rollUp(person, foreign.merchantId)).status).toBe(404)
        expect(await rollUp(person)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
        const started = await rollUp(person, own.merchantId)
        expect(started.status, started.text).toBe(202)
        expect(await looks(person, started.body.workflowId)).toEqual([200, 200])
      }
    })

    test('that failed and has no merchant is hidden from confined administrators, who cannot restart it', async () => {
      await app.admin.query(
        `select platform.note_given_up('gone:of-nobody', 'settlements.rollup', null, 1, 'x', now())`,
      )
      const { rows: work } = await app.admin.query(
        `select id from platform.given_up_work where workflow_id = 'gone:of-nobody'`,
      )
      const { id } = work[0]
      for (const person of Object.values(confined)) {
        expect((await done(person, 'GET', '/platform/workflows')).items).toEqual([])
        expect((await app.call(person, 'POST', `/platform/workflows/${id}/retry`)).status).toBe(404)
      }
      expect(
        (await done(chief, 'GET', '/platform/workflows')).items.map((item: { id: string }) => item.id),
      ).toContain(id)
    })
  })

  test('a rollup stops at other merchants when its administrator is confined meanwhile', async () => {
    const { world } = app
    const admin = await world.platformAdmin()
    const may = async (merchantId: string) =>
      (await app.admin.query('select reporting.may_still_roll_up($1, $2) as may', [admin.id, merchantId]))
        .rows[0].may
    expect([await may(own.merchantId), await may(foreign.merchantId)]).toEqual([true, true])
    await assign(admin.email)
    expect([await may(own.merchantId), await may(foreign.merchantId)]).toEqual([true, false])
    await world.loseLabels(admin.id)
    expect([await may(own.merchantId), await may(foreign.merchantId)]).toEqual([false, false])
  })

  test('audit entries without a merchant are only for administrators of all, except one’s own', async () => {
    const entries = async (as: Person) =>
      (await done(as, 'GET', '/platform/audit?limit=200')).items as {
        merchantId: string | null
        userId: string
      }[]
    const stranger = await app.world.operator()
    await app.call(stranger, 'DELETE', '/auth/sessions/current')
    expect((await entries(chief)).some(({ userId }) => userId === stranger.id)).toBe(true)
    for (const person of Object.values(confined))
      for (const { merchantId, userId } of await entries(person))
        expect(merchantId === null ? userId : merchantId).toBe(
          merchantId === null ? person.id : own.merchantId,
        )
  })
}
