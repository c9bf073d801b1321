import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealFile } from '../src/adapters/journals/seal-file.ts'
import { factorResetJob } from '../src/identity/accounts/factor-resetting.ts'
import { type App, openProduct, type RunningProduct } from './app.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { journalFolder } from './journal-folder.ts'
import { patient } from './patience.ts'
import { copyOf, putBack } from './put-back.ts'
import { type PaidShop, settlementShop } from './settlement-shop.ts'
import { enableTerminal, enterAt, giveCode, type TestTerminal } from './terminal-session.ts'
import type { Member, Merchant, Person, Store } from './world.ts'

// One story: a day's work, a copy of the database in the middle of it, more work, and the copy put back.
const key = randomBytes(32)
const password = 'una-contraseña-larga'
const nextPassword = 'otra-contraseña-larga'
interface ByName {
  readonly membershipId: string
  readonly employeeId: string
}
let dir: string
let db: TestDatabase
let app: RunningProduct

const start = async (): Promise<RunningProduct> =>
  openProduct(
    db,
    { MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: 'on' },
    {
      keyEncryptionKey: key,
      authorityJournal: journalFolder(dir, key),
      sealJournal: sealFile(path.join(dir, 'seals.jsonl')),
    },
  )

let admin: Person
let other: Person
let operator: Person
let newcomer: Person
let phoneless: Person
let keeping: Person
let merchant: Merchant
let suspended: Store
let store: Store
let dismissed: Member
let staying: Member
let lowered: Member
let raised: Member
let changed: Member
let leaving: ByName
let promoted: ByName
let unknown: ByName
let terminal: TestTerminal
let dismissedCode: string
let invite: { token: string }
let apiKey: Person
let keyId: string
let payoutShop: PaidShop
let payout: string

const authority = (...args: readonly string[]) =>
  runCommand(['authority', ...args], {
    DATABASE_URL: db.apiUrl,
    DATABASE_WORKER_URL: db.workerUrl,
    MOSTRADOR_KEY: key.toString('base64'),
    MOSTRADOR_DATA_DIR: dir,
    MOSTRADOR_AUDIT_SEALS: path.join(dir, 'seals.jsonl'),
    LOG_LEVEL: 'silent',
  })

const signIn = (who: Person, secret = password) =>
  app.call(undefined, 'POST', '/auth/sessions', { email: who.email, password: secret })
const roles = (who: Pick<Person, 'token'>) => app.call(who, 'GET', '/platform/roles')
const requestReset = (who: Person) =>
  app.call(admin, 'POST', '/platform/second-factor-resets', { email: who.email, reason: 'Teléfono perdido' })
/** Lets the delay of all resets pass, and removes what is due. */
const passDelays = async () => {
  await db.admin.query(
    `update identity.second_factor_resets set created_at = created_at - interval '1 day',
            takes_effect_at = takes_effect_at - interval '1 day' where done_at is null and cancelled_at is null`,
  )
  return factorResetJob(app.product.database).run(undefined, { isLast: true })
}
const must = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer
  expect([200, 201, 204], text).toContain(status)
}
const restoration = async (as: Pick<Person, 'token'>) =>
  (await app.call(as, 'GET', '/platform/restorations')).body.items[0]
/** A cashier without an e-mail, who has chosen a PIN. */
const cashierByName = async (name: string): Promise<ByName> => {
  const made = await app.call(store.manager, 'POST', '/pos/cashiers', { storeId: store.id, name })
  expect(made.status, made.text).toBe(201)
  await app.world.choosePin({ merchantId: store.merchantId, membershipId: made.body.membershipId }, '482913')
  return made.body
}
const actOf = async (as: Pick<Person, 'token'>, action: string) =>
  (await restoration(as)).acts.find((act: { action: string }) => act.action === action)

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-restored-'))
  db = await cloneDatabase()
  app = await start()
  const { world } = app
  admin = await world.person({ labels: ['platformAdmin'], password })
  await db.admin.query(
    `insert into settings.settings (key, value, updated_by) values ('platform.second_factor_required', 'false', $1)`,
    [admin.id],
  )
  other = await world.person({ labels: ['platformAdmin'], password })
  operator = await world.person({ labels: ['platformOperator'], password })
  newcomer = await world.person({ password })
  phoneless = await world.person({ password })
  keeping = await world.person({ password })
  await db.admin.query(
    `update identity.credentials set totp_secret = 'x', totp_enabled_at = now() where account_id = any ($1)`,
    [[phoneless.id, keeping.id]],
  )
  await must(requestReset(keeping))
  merchant = await world.merchant()
  store = await world.store(merchant)
  suspended = await world.store()
  dismissed = await world.member(store, 'cashier', await world.person({ password }))
  staying = await world.member(store, 'cashier', await world.person({ password }))
  lowered = await world.member(store, 'manager', await world.person({ password }))
  raised = await world.member(store, 'cashier', await world.person({ password }))
  changed = await world.member(store, 'cashier', await world.person({ password }))
  terminal = await enableTerminal(app, store.manager, 'Caja 1')
  dismissedCode = await giveCode(app, store.manager, dismissed)
  leaving = await cashierByName('Sin correo')
  promoted = await cashierByName('Con correo después')
  apiKey = await world.apiKey(store.manager)
  keyId = apiKey.id
  const invited = await app.call(store.manager, 'POST', '/pos/invites', {
    storeId: store.id,
    email: 'invitada@example.test',
    role: 'cashier',
  })
  invite = { token: invited.body.token }
  await must(
    app.call(store.manager, 'POST', '/pos/webhooks', {
      storeId: store.id,
      url: 'http://127.0.0.1:9/x',
      types: [],
    }),
  )
  const shops = settlementShop(app, operator)
  payoutShop = await shops.shop()
  payout = await shops.settlementIn('REQUESTED', payoutShop)
  await app.stop()

  // The copy: what a restore will bring back.
  const copy = await copyOf(db)

  app = await start()
  const platform = (method: string, where: string, body?: unknown) => app.call(admin, method, where, body)
  const paying = settlementShop(app, operator)
  await must(paying.decide(operator, payout, 'APPROVED'))
  await must(paying.decide(operator, payout, 'PROCESSING'))
  await must(paying.decide(operator, payout, 'PAID', { claveRastreo: 'PAGADA000001' }))
  await must(app.call(store.manager, 'DELETE', `/pos/memberships/${dismissed.membershipId}`))
  await must(
    app.call(store.manager, 'PATCH', `/pos/memberships/${lowered.membershipId}`, { role: 'cashier' }),
  )
  await must(
    app.call(store.manager, 'PATCH', `/pos/memberships/${raised.membershipId}`, { role: 'supervisor' }),
  )
  await must(app.call(store.manager, 'DELETE', `/pos/memberships/${leaving.membershipId}`))
  const adding = await app.call(
    store.manager,
    'POST',
    `/pos/memberships/${promoted.membershipId}/email-invites`,
    {
      email: 'con-correo@example.test',
    },
  )
  const added = { token: adding.body.token, pin: '482913', password }
  await must(app.call(undefined, 'POST', '/auth/invites/accept', added))
  await must(
    app.call(store.manager, 'PATCH', `/pos/memberships/${promoted.membershipId}`, { role: 'supervisor' }),
  )
  unknown = await cashierByName('Después de la copia')
  await must(app.call(store.manager, 'POST', `/pos/terminals/${terminal.id}/disable`, {}))
  await must(app.call(store.manager, 'POST', `/pos/api_keys/${keyId}/revoke`, {}))
  await must(platform('DELETE', `/platform/roles/${operator.id}/platformOperator`))
  await must(platform('POST', '/platform/roles', { email: newcomer.email, label: 'platformOperator' }))
  await must(
    platform('PATCH', `/pos/merchants/${suspended.merchantId}/status`, {
      status: 'SUSPENDED',
      reason: 'Prueba',
    }),
  )
  await must(app.call(keeping, 'DELETE', '/auth/second-factor-resets/current'))
  await must(requestReset(phoneless))
  expect(await passDelays()).toEqual({ finished: 1 })
  await must(app.call(staying, 'DELETE', '/auth/sessions/current'))
  for (const who of [other, changed])
    await must(
      app.call(who, 'POST', '/auth/password', { currentPassword: password, newPassword: nextPassword }),
    )
  await must(
    app.call(undefined, 'POST', '/auth/invites/accept', {
      token: invite.token,
      name: 'Invitada',
      password,
    }),
  )
  await app.stop()

  // The restore: the old copy is the database now.
  await putBack(db, copy)
  app = await start()
}, patient(120_000))
afterAll(async () => {
  await app.stop()
  await db.close()
  await rm(dir, { recursive: true, force: true })
})

test('every session has ended, also of those who lost nothing', async () => {
  for (const { token } of [admin, other, operator, dismissed, staying, lowered, store.manager])
    expect((await app.call({ token }, 'GET', '/auth/me')).status).toBe(401)
})

test('who was dismissed, or lost a label, does not get back what was taken away', async () => {
  const { token } = (await signIn(dismissed)).body
  expect((await app.call({ token }, 'GET', '/auth/me')).body.stores).toEqual([])
  expect((await signIn(operator)).status).toBe(201)
  const operatorsToken = (await signIn(operator)).body.token
  expect((await app.call({ token: operatorsToken }, 'GET', '/auth/me')).body.labels).toEqual([])
  expect((await roles({ token: operatorsToken })).body.code).toBe('forbidden')
})

test('an old password, a spent invitation, a disabled terminal and a revoked key open nothing', async () => {
  expect((await signIn(other)).body.code).toBe('invalid_credentials')
  const accepted = await app.call(undefined, 'POST', '/auth/invites/accept', {
    token: invite.token,
    name: 'Otra',
    password,
  })
  expect(accepted.body.code).toBe('invite_spent')
  const device = { authorization: `Terminal ${terminal.deviceToken}` }
  const entered = await app.call(
    undefined,
    'POST',
    '/auth/terminal-sessions',
    { code: dismissedCode, pin: '482913' },
    device,
  )
  expect(entered.status).toBe(401)
  await expect(enterAt(app as App, terminal, dismissedCode)).rejects.toThrow()
  expect((await app.call(apiKey, 'GET', '/pos/products')).status).toBe(401)
})

test('a second factor that was removed does not come back, and one that was kept is not removed', async () => {
  expect((await signIn(phoneless)).status).toBe(201)
  expect(await passDelays()).toEqual({ finished: 0 })
  expect((await signIn(keeping)).body.code).toBe('second_factor_required')
  const { rows } = await db.admin.query(
    `select status, event ->> 'action' as action from platform.restored_acts
      where event ->> 'action' like 'second_factor.%' order by event_id`,
  )
  expect(rows).toEqual([
    { status: 'NOTHING', action: 'second_factor.reset_cancelled' },
    { status: 'APPLIED', action: 'second_factor.reset' },
  ])
})

test('a lowered role stays lowered, and a suspended merchant suspended', async () => {
  const { token } = (await signIn(lowered)).body
  expect((await app.call({ token }, 'GET', '/auth/me')).body.stores).toMatchObject([{ role: 'cashier' }])
  const { rows } = await db.admin.query('select status from platform.merchants where id = $1', [
    suspended.merchantId,
  ])
  expect(rows).toEqual([{ status: 'SUSPENDED' }])
})

/** How many deliveries a dispatcher would send now. */
const claimed = async (): Promise<number> =>
  (
    await db.admin.query(
      `select count(*)::int as n from events.claim_deliveries(10, 10, 10, '{}', '{}', 1000)`,
    )
  ).rows[0].n

test('the people of stores work on, and no webhook is sent', async () => {
  const { token } = (await signIn(staying)).body
  expect((await app.call({ token }, 'GET', '/auth/me')).body.stores).toMatchObject([{ role: 'cashier' }])
  await db.admin.query(
    `insert into events.webhook_deliveries (merchant_id, id, webhook_id, permission_set, event_id, next_attempt_at)
     select w.merchant_id, app.uuid_v7(), w.id, w.permission_set,
            (select e.id from events.events e where e.merchant_id = w.merchant_id limit 1), now()
       from events.webhooks w where w.merchant_id = $1
     on conflict do nothing`,
    [store.merchantId],
  )
  expect(await claimed()).toBe(0)
})

test('each act that was applied again is audited with its date, by nobody, and no other', async () => {
  const { rows } = await db.admin.query(
    `select l.entity, l.entity_id as "entityId", l.user_id as by, l.before, l.after,
            nullif(l.merchant_id, app.platform_id()) as "merchantId", l.store_id as "storeId"
       from audit.log l where l.action = 'restoration.applied'
      order by l.after ->> 'eventId'`,
  )
  const { rows: applied } = await db.admin.query(
    `select event_id as "eventId", event from platform.restored_acts where status = 'APPLIED' order by event_id::text`,
  )
  expect(rows).toEqual(
    applied.map(
      ({ eventId, event: { entity, entityId, merchantId = null, storeId = null, action, at } }) => ({
        ...{ entity, entityId, by: null, before: null, merchantId, storeId },
        after: { eventId, action, at },
      }),
    ),
  )
  const ofStore = rows.filter((row) => row.storeId === store.id).map(({ after }) => after.action)
  expect(ofStore).toEqual(expect.arrayContaining(['membership.ended', 'terminal.disabled']))
})

test('readiness and metrics say it, and only administrators enter the platform, to reconcile', async () => {
  expect((await app.call(undefined, 'GET', '/readyz')).body).toEqual({ status: 'restored' })
  const entered = await signIn(admin)
  expect(entered.status).toBe(201)
  const locked = await roles(entered.body)
  expect(locked.body).toMatchObject({ status: 503, code: 'restored' })
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await app.call(entered.body, 'GET', '/platform/merchants')).body.code).toBe('restored')
  const { rows } = await db.admin.query(`select value from platform.gauges() where name = 'restored'`)
  expect(rows).toEqual([{ value: 1 }])
  // The operator's label was taken again; another operator's would not open a session either.
  await db.admin.query(`insert into identity.labels (account_id, label) values ($1, 'platformOperator')`, [
    operator.id,
  ])
  expect((await signIn(operator)).body.code).toBe('restored')
  await db.admin.query(`delete from identity.labels where account_id = $1`, [operator.id])
  expect(await restoration(entered.body)).toMatchObject({ reconciledAt: null })
})

test('a payout that was sent is listed with what to look for at the bank, and waits in the queue as if it was not', async () => {
  const entered = (await signIn(admin)).body
  const acts = (await restoration(entered)).acts.filter(({ action }: { action: string }) =>
    action.startsWith('settlement.'),
  )
  const of = { status: 'TO_REPEAT', subjectName: payout, merchantName: expect.any(String) }
  expect(acts).toMatchObject([
    { ...of, action: 'settlement.processing', after: { status: 'PROCESSING', amountCentavos: 30_000 } },
    { ...of, action: 'settlement.paid', after: { amountCentavos: 30_000, claveRastreo: 'PAGADA000001' } },
  ])
  const { out } = await authority('reconcile')
  expect(out).toMatch(
    new RegExp(`TO_REPEAT  settlement\\.paid +${payout} · 30000 centavos · PAGADA000001 · .+ \\(`),
  )
  const { rows } = await db.admin.query('select status from money.settlements where id = $1', [payout])
  expect(rows).toEqual([{ status: 'REQUESTED' }])
})

test('a start that finds nothing new marks nothing again', async () => {
  const { token } = (await signIn(staying)).body
  await app.stop()
  app = await start()
  expect((await app.call({ token }, 'GET', '/auth/me')).status).toBe(200)
  const { rows } = await db.admin.query('select count(*)::int as n from platform.restorations')
  expect(rows).toEqual([{ n: 1 }])
})

test('copies of the catalog that were read in the lost time are read again', async () => {
  const { token } = (await signIn(staying)).body
  const { rows } = await db.admin.query(
    `select found_at - interval '1 ms' as lost, found_at as found, data_until - interval '1 hour' as before
       from platform.restorations`,
  )
  const since = (moment: Date) =>
    app.call(
      { token },
      'GET',
      `/pos/products?storeId=${store.id}&updatedSince=${new Date(moment).toISOString()}`,
    )
  expect((await since(rows[0].lost)).body).toMatchObject({ status: 409, code: 'resync_required' })
  expect((await since(rows[0].before)).status).toBe(200)
  expect((await since(new Date(rows[0].found.getTime() + 1))).status).toBe(200)
})

test('a cashier without an e-mail stays dismissed, and one whom the copy does not know is added again by hand', async () => {
  const { rows } = await db.admin.query(
    `select (select ended_at is not null from shop.memberships where id = $1) as "isEnded",
            (select count(*)::int from shop.employee_pins where employee_id = $2) as pins,
            (select status from platform.restored_acts where event ->> 'entityId' = $3) as unknown`,
    [leaving.membershipId, leaving.employeeId, unknown.membershipId],
  )
  expect(rows).toEqual([{ isEnded: true, pins: 0, unknown: 'TO_REPEAT' }])
})

test('a promotion is not given again to a cashier whose e-mail was lost', async () => {
  const entered = (await signIn(admin)).body
  const { rows } = await db.admin.query(
    `select event_id as id from platform.restored_acts
      where event ->> 'entityId' = $1 and event ->> 'action' = 'membership.role_changed' and status = 'PROPOSED'`,
    [promoted.membershipId],
  )
  const decide = (decision: string) =>
    app.call(entered, 'POST', `/platform/restored_acts/${rows[0].id}/decision`, { decision })
  expect((await decide('ACCEPTED')).body).toMatchObject({ status: 409, code: 'email_required' })
  await must(decide('DECLINED'))
})

test('what was given is proposed one by one, decided by an administrator, and audited', async () => {
  const entered = (await signIn(admin)).body
  const label = await actOf(entered, 'label.granted')
  const raise = (await restoration(entered)).acts.find(
    (act: { action: string; status: string }) =>
      act.action === 'membership.role_changed' && act.status === 'PROPOSED',
  )
  expect(label).toMatchObject({ status: 'PROPOSED', subjectName: newcomer.name, personName: admin.name })
  const early = await app.call(entered, 'POST', '/platform/restorations/current/finish')
  expect(early.body).toMatchObject({ code: 'not_reconciled', waitingActs: 2 })
  const decide = (id: string, decision: string, as = entered) =>
    app.call(as, 'POST', `/platform/restored_acts/${id}/decision`, { decision })
  const staff = (await signIn(staying)).body
  expect((await decide(label.id, 'ACCEPTED', staff)).body.code).toBe('forbidden')
  await must(decide(label.id, 'ACCEPTED'))
  expect((await decide(label.id, 'DECLINED')).body.code).toBe('invalid_transition')
  await must(decide(raise.id, 'DECLINED'))
  const { rows } = await db.admin.query(
    `select (select count(*)::int from identity.labels where account_id = $1) as labels,
            (select role from shop.memberships where id = $2) as role,
            array(select action from audit.log where action like 'restoration.%ed' and user_id = $3 order by id) as audited`,
    [newcomer.id, raised.membershipId, admin.id],
  )
  expect(rows).toEqual([
    {
      labels: 1,
      role: 'cashier',
      audited: ['restoration.declined', 'restoration.accepted', 'restoration.declined'],
    },
  ])
})

test('mostrador authority reconcile says what is lost and waits, and refuses another verb', async () => {
  const { code, out } = await authority('reconcile')
  expect(out).toMatch(/APPLIED {4}membership\.ended/)
  expect(out).toMatch(/ACCEPTED {3}label\.granted/)
  expect(out).toMatch(/RESTORED: the database knows nothing after .*Z\. 0 acts wait/)
  expect(code).toBe(1)
  expect((await authority('forget')).err).toContain('Usage: mostrador authority reconcile')
})

test('when nothing waits the state is lifted, audited, and does not come back', async () => {
  const entered = (await signIn(admin)).body
  await must(app.call(entered, 'POST', '/platform/restorations/current/finish'))
  expect((await roles(entered)).status).toBe(200)
  expect((await app.call(undefined, 'GET', '/readyz')).body).toEqual({ status: 'ok' })
  expect(await claimed()).toBeGreaterThan(0)
  expect(await passDelays()).toEqual({ finished: 0 })
  expect((await signIn(keeping)).body.code).toBe('second_factor_required')
  const { rows } = await db.admin.query(
    `select action, user_id from audit.log where entity = 'database' order by id`,
  )
  expect(rows).toEqual([
    { action: 'database.restored', user_id: null },
    { action: 'database.reconciled', user_id: admin.id },
  ])
  await app.stop()
  app = await start()
  expect((await app.call(undefined, 'GET', '/readyz')).body).toEqual({ status: 'ok' })
  expect((await db.admin.query('select from money.imbalances()')).rowCount).toBe(0)
})

test('whose password was taken away gets another by a link of the owner, or of an administrator', async () => {
  const owner = await app.world.signInAgain(store.manager)
  const entered = (await signIn(admin)).body
  for (const issue of [
    () => app.call(owner, 'POST', `/pos/accounts/${changed.id}/password-resets`),
    () => app.call(entered, 'POST', `/platform/accounts/${changed.id}/password-resets`),
  ]) {
    await db.admin.query('select identity.forget_password($1)', [changed.id])
    for (const secret of [password, nextPassword])
      expect((await signIn(changed, secret)).body.code).toBe('invalid_credentials')
    const issued = await issue()
    expect(issued.status, issued.text).toBe(201)
    const token = new URLSearchParams(new URL(issued.body.url).hash.slice(1)).get('token')
    await must(app.call(undefined, 'POST', '/auth/password-resets/redeem', { token, password: nextPassword }))
    expect((await signIn(changed, nextPassword)).status).toBe(201)
  }
})
