import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startApp } from '../../../test/app.ts'
import type { Person } from '../../../test/world.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { sealedColumns } from '../../commands/keys.ts'
import { rotateKeys } from '../../database/rotate-keys.ts'
import { pspCredentialsRoutes } from './routes.ts'
import { type PspCredentialsService, pspCredentialsService } from './service.ts'

const [first, second] = [randomBytes(32), randomBytes(32)]
let app: App
let admin: Person
let credentials: PspCredentialsService

beforeAll(async () => {
  app = await startApp({
    routes: ({ database }) => {
      credentials = pspCredentialsService({ database, sealer: createKeyring([first]) })
      return pspCredentialsRoutes(credentials)
    },
  })
  admin = await app.world.platformAdmin()
})
afterAll(() => app.close())

const nothing = '01900000-0000-7000-8000-000000000000'
let providers = 0
const order = (change: object = {}) => ({
  provider: `provider${++providers}`,
  environment: 'live',
  secretKey: 'secret_of_ours_A1b2',
  ...change,
})
type Caller = Pick<Person, 'token'> | undefined
/** Calls as the administrator, unless another caller (or none) is given. */
const as = (who: readonly Caller[]) => (who.length === 0 ? admin : who[0])
const add = (body: unknown, ...who: Caller[]) => app.call(as(who), 'POST', '/admin/psp-credentials', body)
const change = (id: string, body: unknown, ...who: Caller[]) =>
  app.call(as(who), 'PATCH', `/admin/psp-credentials/${id}`, body)
const list = (query = '', ...who: Caller[]) => app.call(as(who), 'GET', `/admin/psp-credentials${query}`)
const auditOf = async (id: string) =>
  (
    await app.admin.query(
      `select action, before, after, user_id as by, merchant_id from audit.log
        where entity = 'psp_credentials' and entity_id = $1 order by id`,
      [id],
    )
  ).rows

describe('credentials', () => {
  test('are returned with last four and fingerprint, stored sealed, and their secrets appear nowhere else', async () => {
    const secrets = { secretKey: 'key_live_never_shown_Zz9Q', webhookSecret: 'whsec_never_shown_either_77' }
    const made = await add(order({ provider: 'conekta', publicKey: 'pk_live_for_browsers', ...secrets }))
    expect(made.status, made.text).toBe(201)
    const fingerprint = expect.stringMatching(/^[0-9a-f]{16}$/)
    expect(made.body).toEqual({
      id: made.body.id,
      provider: 'conekta',
      environment: 'live',
      merchantId: null,
      publicKey: 'pk_live_for_browsers',
      secretKey: { lastFour: 'Zz9Q', fingerprint },
      webhookSecret: { lastFour: 'r_77', fingerprint },
      isActive: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    const { rows } = await app.admin.query('select * from platform.psp_credentials')
    const bytes = Buffer.concat(rows.flatMap((row) => [row.secret_sealed, row.webhook_sealed ?? Buffer.of()]))
    const places = {
      answers: made.text + (await list()).text,
      rows: JSON.stringify(rows) + bytes.toString('latin1'),
      audit: JSON.stringify(await auditOf(made.body.id)),
      log: app.logLines.join(''),
    }
    for (const [where, text] of Object.entries(places))
      for (const secret of Object.values(secrets)) expect(text.includes(secret), where).toBe(false)
    expect(await auditOf(made.body.id)).toMatchObject([
      { action: 'psp_credentials.created', before: null, by: admin.id, after: { provider: 'conekta' } },
    ])
  })

  test('are updated by field: an omitted secret stays', async () => {
    const made = (await add(order({ webhookSecret: 'whsec_0001_abcd' }))).body
    const sealed = async () =>
      (
        await app.admin.query(
          'select secret_sealed, webhook_sealed from platform.psp_credentials where id = $1',
          [made.id],
        )
      ).rows[0]
    const before = await sealed()
    const off = await change(made.id, { isActive: false, publicKey: 'pk_2' })
    expect(off).toMatchObject({
      status: 200,
      body: {
        isActive: false,
        publicKey: 'pk_2',
        secretKey: made.secretKey,
        webhookSecret: made.webhookSecret,
      },
    })
    expect(await sealed()).toEqual(before)

    const renewed = await change(made.id, { secretKey: 'another_secret_WXYZ' })
    expect(renewed.body.secretKey.lastFour).toBe('WXYZ')
    expect(renewed.body.secretKey.fingerprint).not.toBe(made.secretKey.fingerprint)
    expect(renewed.body).toMatchObject({ isActive: false, webhookSecret: made.webhookSecret })
    expect((await sealed()).webhook_sealed).toEqual(before.webhook_sealed)
    const [, , last] = await auditOf(made.id)
    expect(last).toMatchObject({
      action: 'psp_credentials.changed',
      before: { secretFingerprint: made.secretKey.fingerprint },
      after: { secretFingerprint: renewed.body.secretKey.fingerprint },
    })
  })

  test.each([
    ['••••••••A1b2'],
    ['************A1b2'],
    ['sk_live_***A1b2'],
    ['…secretA1b2'],
    ['sk_live...A1b2'],
    ['xxxxxxxxxxxxA1b2'],
    ['------------A1b2'],
    ['with a space in it'],
    ['contraseña_larga'],
    ['short'],
    [''],
    [null],
  ])('with the secret %j are refused, and nothing changes', async (secretKey) => {
    const made = (await add(order())).body
    for (const [field, answer] of [
      ['/secretKey', await change(made.id, { secretKey })],
      ['/webhookSecret', await change(made.id, { webhookSecret: secretKey, isActive: false })],
      ['/secretKey', await add(order({ secretKey }))],
    ] as const) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_request' } })
      expect(answer.body.errors[0].path).toBe(field)
    }
    expect((await list(`?provider=${made.provider}`)).body.items).toEqual([made])
  })

  test.each([
    [{ provider: 'No Such Name' }, '/provider'],
    [{ environment: 'production' }, '/environment'],
    [{ merchantId: 'x' }, '/merchantId'],
    [{ secretKey: undefined }, '/secretKey'],
    [{ surplus: 1 }, '/surplus'],
  ])('with %j are refused', async (wrong, path) => {
    const answer = await add(order(wrong))
    expect(answer.status).toBe(422)
    expect(answer.body.errors[0].path).toBe(path)
  })

  test('cannot be updated with an empty body', async () => {
    const { id } = (await add(order())).body
    expect((await change(id, {})).status).toBe(422)
    expect((await change(id, { provider: 'other' })).status).toBe(422)
  })

  test('are unique per provider, environment and merchant or platform', async () => {
    const merchant = await app.world.merchant()
    const body = order()
    const orders = [body, { ...body, environment: 'sandbox' }, { ...body, merchantId: merchant.id }]
    for (const each of orders) {
      const made = await add(each)
      expect(made.status).toBe(201)
      expect(await add(each)).toMatchObject({
        status: 409,
        body: { code: 'duplicate_value', field: 'provider', credentialsId: made.body.id },
      })
    }
    const contended = order()
    const answers = await Promise.all(Array.from({ length: 8 }, () => add(contended)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ body: { code } }) => code === 'duplicate_value')).toHaveLength(7)
  })

  test('require an existing merchant that is not closed', async () => {
    expect(await add(order({ merchantId: nothing }))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const { id } = await app.world.merchant()
    await app.admin.query(`select platform.write_status($1, 'CLOSED')`, [id])
    expect((await add(order({ merchantId: id }))).body.code).toBe('merchant_closed')
  })

  test('that do not exist cannot be updated', async () => {
    expect(await change(nothing, { isActive: false })).toMatchObject({ status: 404 })
    expect((await change('x', { isActive: false })).status).toBe(422)
  })
})

test('the list pages with its filters, and refuses another list’s cursor', async () => {
  const { id: merchantId } = await app.world.merchant()
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.unshift((await add(order({ merchantId }))).body.id)
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const at: string = cursor === null ? '' : `&cursor=${cursor}`
    const { body } = await list(`?merchantId=${merchantId}&limit=2${at}`)
    seen.push(...body.items.map((each: { id: string }) => each.id))
    cursor = body.nextCursor
  } while (cursor !== null)
  expect(seen).toEqual(ids)
  const { nextCursor } = (await list(`?merchantId=${merchantId}&limit=2`)).body
  expect((await list(`?environment=live&cursor=${nextCursor}`)).body.code).toBe('invalid_cursor')
  expect((await list(`?merchantId=${merchantId}&environment=sandbox`)).body.items).toEqual([])
})

test('a provider is called with the merchant’s own secrets, otherwise the platform’s, and never with inactive ones', async () => {
  const provider = 'openpay'
  const { id: merchantId } = await app.world.merchant()
  const asked = { provider, environment: 'live', merchantId } as const
  expect(await credentials.secretsFor(asked)).toBeUndefined()
  await add({ provider, environment: 'sandbox', secretKey: 'of_another_environment' })
  expect(await credentials.secretsFor(asked)).toBeUndefined()
  const ours = await add({ provider, environment: 'live', secretKey: 'of_the_platform', publicKey: 'pk' })
  expect(await credentials.secretsFor(asked)).toEqual({
    publicKey: 'pk',
    secretKey: 'of_the_platform',
    webhookSecret: null,
  })
  const own = await add({
    ...asked,
    secretKey: 'of_the_merchant',
    webhookSecret: 'webhook_of_the_merchant',
  })
  expect(await credentials.secretsFor(asked)).toMatchObject({
    secretKey: 'of_the_merchant',
    webhookSecret: 'webhook_of_the_merchant',
  })
  await change(own.body.id, { isActive: false })
  expect(await credentials.secretsFor(asked)).toMatchObject({ secretKey: 'of_the_platform' })
  await change(ours.body.id, { isActive: false })
  expect(await credentials.secretsFor(asked)).toBeUndefined()
})

test('a sealed secret cannot be opened for another row or purpose', async () => {
  const { id: merchantId } = await app.world.merchant()
  const made = (await add(order({ merchantId, webhookSecret: 'the_webhook_secret' }))).body
  const asked = { provider: made.provider, environment: 'live', merchantId } as const
  await app.admin.query('update platform.psp_credentials set webhook_sealed = secret_sealed where id = $1', [
    made.id,
  ])
  await expect(credentials.secretsFor(asked)).rejects.toThrow()
  await app.admin.query(
    `update platform.psp_credentials c
        set secret_sealed = o.secret_sealed, webhook_sealed = null, webhook_last_four = null, webhook_fingerprint = null
       from platform.psp_credentials o where c.id = $1 and o.id = (
              select id from platform.psp_credentials where id <> $1 limit 1)`,
    [made.id],
  )
  await expect(credentials.secretsFor(asked)).rejects.toThrow()
  await app.admin.query('delete from platform.psp_credentials where id = $1', [made.id])
})

test('after a key rotation everything opens with the new key only', async () => {
  const provider = 'stp'
  const { id: merchantId } = await app.world.merchant()
  await add({ provider, environment: 'live', secretKey: 'before_the_change', webhookSecret: 'and_this_too' })
  const ours = sealedColumns.filter(({ table }) => table === 'platform.psp_credentials')
  expect(ours).toHaveLength(2)
  const reports = await rotateKeys(app.adminUrl, ours, createKeyring([second, first]))
  for (const { resealed, unopened } of reports)
    expect({ some: resealed > 0, unopened }).toEqual({ some: true, unopened: 0 })
  const renewed = pspCredentialsService({ database: app.database, sealer: createKeyring([second]) })
  expect(await renewed.secretsFor({ provider, environment: 'live', merchantId })).toEqual({
    publicKey: null,
    secretKey: 'before_the_change',
    webhookSecret: 'and_this_too',
  })
})

describe('who may', () => {
  const people: Record<string, Caller> = {}
  let id: string
  beforeAll(async () => {
    const store = await app.world.store()
    people['nobody'] = undefined
    people['a customer'] = await app.world.person()
    people['a cashier'] = await app.world.member(store, 'cashier')
    people['an owner'] = store.manager
    people['an operator'] = await app.world.operator()
    people['an administrator'] = admin
    people['an administrator without a factor'] = await app.world.person({
      labels: ['platformAdmin'],
      secondFactor: false,
    })
    people['an administrator for hours'] = await app.world.person({
      labels: ['platformAdmin'],
      confirmed: false,
    })
    id = (await add(order())).body.id
  })
  test.each([
    ['nobody', ['unauthenticated', 'unauthenticated', 'unauthenticated']],
    ['a customer', ['forbidden', 'forbidden', 'forbidden']],
    ['a cashier', ['forbidden', 'forbidden', 'forbidden']],
    ['an owner', ['forbidden', 'forbidden', 'forbidden']],
    ['an operator', ['forbidden', 'forbidden', 'forbidden']],
    ['an administrator', [201, 200, 200]],
    ['an administrator without a factor', ['mfa_required', 'mfa_required', 'mfa_required']],
    ['an administrator for hours', ['confirmation_required', 'confirmation_required', 200]],
  ])('add, change and list: %s', async (who, wanted) => {
    const answers = [
      await add(order(), people[who]),
      await change(id, { publicKey: 'pk' }, people[who]),
      await list('', people[who]),
    ]
    expect(answers.map(({ status, body }) => body.code ?? status)).toEqual(wanted)
  })

  test('the API’s login role cannot read sealed columns or write rows', async () => {
    const client = new pg.Client({ connectionString: app.apiUrl })
    await client.connect()
    try {
      expect((await client.query('select id from platform.psp_credentials')).rowCount).toBe(0)
      for (const statement of [
        'select secret_sealed from platform.psp_credentials',
        'update platform.psp_credentials set is_active = true',
        'delete from platform.psp_credentials',
      ])
        await expect(client.query(statement)).rejects.toThrow('permission denied')
      await expect(
        client.query('select platform.change_psp_credentials(null::platform.psp_credentials)'),
      ).rejects.toThrow('the caller is not an administrator')
    } finally {
      await client.end()
    }
  })
})
