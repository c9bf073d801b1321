import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import type { Member, Person, Store } from '../../../test/world.ts'
import { mailCatcher } from '../../adapters/mail/catcher.ts'

// What people connected is paused when they leave, and the owner learns it from a mail.
const catcher = mailCatcher()
let app: App
let store: Store
let owner: Person
let manager: Member

beforeAll(async () => {
  app = await startProduct(
    { MOSTRADOR_WORKER: 'on', VAS_AGGREGATOR_MODE: 'sandbox', MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: 'on' },
    { mailer: catcher, times: { pauseScale: 0.001 } },
  )
})
afterAll(() => app.close())
beforeEach(async () => {
  store = await app.world.store()
  owner = store.manager
  manager = await app.world.member(store, 'manager')
})

const secret = 'T0K3N-of-the-receiver'
async function hook(who: Person, of: object = {}) {
  const order = { storeId: store.id, url: `http://127.0.0.1:9/${secret}?key=${secret}`, ...of }
  const made = await app.call(who, 'POST', '/pos/webhooks', order)
  expect(made.status, made.text).toBe(201)
}
async function connect(who: Person, name: string) {
  const key = 'sandbox-merchant'
  const order = { storeId: store.id, provider: 'dtone', name, apiKey: key, apiSecret: key }
  const made = await app.call(who, 'POST', '/pos/connections', order)
  expect(made.status, made.text).toBe(201)
}
const dismiss = async (who: Member, headers?: Record<string, string>) => {
  const path = `/pos/memberships/${who.membershipId}`
  expect((await app.call(owner, 'DELETE', path, undefined, headers)).status).toBe(204)
}
const lettersTo = ({ email }: Person) => catcher.letters().filter(({ to }) => to === email)
async function letterTo(person: Person) {
  await expect.poll(() => lettersTo(person).length).toBeGreaterThan(0)
  // A second one would be queued by the same transaction.
  const { rows } = await app.admin.query('select from identity.mails where to_address = $1', [person.email])
  expect(rows.length).toBe(1)
  const [letter] = lettersTo(person)
  return letter as NonNullable<typeof letter>
}
const mailsAbout = async ({ email }: Person) =>
  (await app.admin.query('select from identity.mails where to_address = $1', [email])).rowCount

test('a dismissal is told to the owner in one mail, which names all that it paused and no secret', async () => {
  await hook(manager, { description: 'Contabilidad' })
  await hook(manager)
  await connect(manager, 'Cuenta de recargas')
  await connect(owner, 'Cuenta de la dueña')
  await dismiss(manager)
  const { subject, text, html } = await letterTo(owner)
  expect(subject).toContain(manager.name)
  for (const line of [
    `Hola, ${owner.name}:`,
    `${manager.name} ya no trabaja en la tienda.`,
    'Webhooks en pausa: Contabilidad, 127.0.0.1:9.',
    'Conexiones en pausa: Cuenta de recargas.',
    '/negocio/inicio',
  ])
    expect(text).toContain(line)
  for (const body of [subject, text, html]) {
    expect(body).not.toContain(secret)
    expect(body).not.toContain('sandbox-merchant')
    expect(body).not.toContain('Cuenta de la dueña')
  }
  expect(text).not.toContain('Llaves de API')
})

test('a mail is in English for a sender whose screen is, and tells why', async () => {
  await hook(manager, { description: 'Books' })
  const path = `/pos/memberships/${manager.membershipId}`
  const headers = { 'accept-language': 'en-US' }
  expect((await app.call(owner, 'PATCH', path, { role: 'cashier' }, headers)).status).toBe(200)
  const { text } = await letterTo(owner)
  expect(text).toContain(`${manager.name} has another role at the store.`)
  expect(text).toContain('Paused webhooks: Books.')
})

test('a new owner learns in one mail what the former one had, including revoked API keys', async () => {
  const admin = await app.world.platformAdmin()
  const second = await app.world.store({ id: store.merchantId, owner })
  const next = await app.world.person({ password: 'una frase muy larga y rara' })
  const key = await app.world.apiKey(store.manager, { name: 'Tienda en línea' })
  await hook(owner, { description: 'Centro' })
  await hook(owner, { storeId: second.id, description: 'Norte' })
  await hook(owner, { storeId: undefined, merchantId: store.merchantId, description: 'Todo' })
  const moved = await app.call(admin, 'PATCH', `/pos/merchants/${store.merchantId}/owner`, {
    owner: { email: next.email, name: next.name },
    reason: 'Se vendió el negocio',
  })
  expect(moved.status, moved.text).toBe(200)
  const { text } = await letterTo(next)
  expect(text).toContain(`El negocio ya no es de ${owner.name}.`)
  expect(text).toMatch(/Webhooks en pausa: Todo, (Centro, Norte|Norte, Centro)\./)
  expect(text).toContain('Llaves de API revocadas: Tienda en línea.')
  expect(text).not.toContain(key.token)
  expect(await mailsAbout(owner)).toBe(0)
})

test('a new owner is told in English that the former one no longer owns the business', async () => {
  const admin = await app.world.platformAdmin()
  const next = await app.world.person({ password: 'una frase muy larga y rara' })
  await hook(owner, { storeId: undefined, merchantId: store.merchantId, description: 'Books' })
  const change = { owner: { email: next.email, name: next.name }, reason: 'Sold' }
  const path = `/pos/merchants/${store.merchantId}/owner`
  const moved = await app.call(admin, 'PATCH', path, change, { 'accept-language': 'en' })
  expect(moved.status, moved.text).toBe(200)
  expect((await letterTo(next)).text).toContain(`${owner.name} no longer owns the business.`)
})

test('names that the person has chosen stand in the mail on one line each, cut to sixty characters', async () => {
  const paragraphs = 'Factura vencida.\n\nPague hoy\u2028\u202een \t\u0007'
  await hook(manager, { description: `${paragraphs}${'x'.repeat(120)} https://example.test/pagar` })
  await connect(manager, 'Cuenta\n\nde recargas')
  await dismiss(manager)
  const { text, html } = await letterTo(owner)
  const cut = `Factura vencida. Pague hoy en ${'x'.repeat(29)}…`
  expect(cut).toHaveLength(60)
  expect(text).toContain(`\n\nWebhooks en pausa: ${cut}.\n\nConexiones en pausa: Cuenta de recargas.\n\n`)
  for (const body of [text, html]) expect(body).not.toContain('example.test')
})

test('what a restore does again is not mailed again', async () => {
  await hook(manager)
  await app.admin.query('select platform.shut_out($1)', [manager.id])
  const { rows } = await app.admin.query(
    'select paused_reason from events.webhooks where merchant_id = $1 and created_by = $2',
    [store.merchantId, manager.id],
  )
  expect(rows).toEqual([{ paused_reason: 'account_blocked' }])
  expect(await mailsAbout(owner)).toBe(0)
})

test('an account that the platform blocks is told to the owner of each merchant where it had something', async () => {
  const admin = await app.world.platformAdmin()
  const other = await app.world.store()
  await app.world.member(other, 'manager', manager)
  await hook(manager, { description: 'Una' })
  await hook(manager, { storeId: other.id, description: 'Otra' })
  const change = { status: 'BLOCKED', reason: 'Fraude' }
  const blocked = await app.call(admin, 'PATCH', `/platform/accounts/${manager.id}/status`, change)
  expect(blocked.status, blocked.text).toBe(200)
  expect((await letterTo(owner)).text).toContain('Webhooks en pausa: Una.')
  expect((await letterTo(other.manager)).text).toContain('Webhooks en pausa: Otra.')
})

test('a dismissal that pauses nothing is told to nobody', async () => {
  await hook(owner)
  await dismiss(manager)
  expect(await mailsAbout(owner)).toBe(0)
})

test('the owner of a merchant that is closed gets no mail, because nothing of it works', async () => {
  const admin = await app.world.platformAdmin()
  await hook(manager)
  const { rows } = await app.admin.query('select name from platform.merchants where id = $1', [
    store.merchantId,
  ])
  const order = { name: rows[0].name, reason: 'Cerró' }
  const closed = await app.call(admin, 'DELETE', `/pos/merchants/${store.merchantId}`, order)
  expect(closed.status, closed.text).toBe(200)
  expect(await mailsAbout(owner)).toBe(0)
})
