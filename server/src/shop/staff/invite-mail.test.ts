import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import type { Store } from '../../../test/world.ts'
import { mailCatcher } from '../../adapters/mail/catcher.ts'

const catcher = mailCatcher()
let app: App
let store: Store

beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_WORKER: 'on' }, { mailer: catcher, times: { pauseScale: 0.001 } })
  store = await app.world.store()
})
afterAll(() => app.close())

const invite = (email: string, headers?: Record<string, string>) =>
  app.call(store.manager, 'POST', '/pos/invites', { storeId: store.id, email, role: 'cashier' }, headers)
const lettersTo = (email: string) => catcher.letters().filter(({ to }) => to === email)
const lookUp = (token: string) => app.call(undefined, 'POST', '/auth/invites/lookup', { token })

test('an invitation into a store is mailed with the link that its sender sees', async () => {
  const { body } = await invite('nueva@example.test')
  await expect.poll(() => lettersTo('nueva@example.test').length).toBe(1)
  const [letter] = lettersTo('nueva@example.test')
  expect(letter?.subject).toContain(store.name)
  expect(letter?.text).toContain('cajero')
  expect(letter?.text).toContain(body.url)
  expect((await lookUp(body.token)).status).toBe(200)
})

test('an invitation issued anew mails a new link and ends the old one', async () => {
  const first = (await invite('otra@example.test')).body
  const second = (await invite('otra@example.test', { 'accept-language': 'en-GB' })).body
  await expect.poll(() => lettersTo('otra@example.test').length).toBe(2)
  expect(lettersTo('otra@example.test').map(({ subject }) => subject)).toContain(
    `You are invited to ${store.name}`,
  )
  expect((await lookUp(first.token)).body.code).toBe('invite_spent')
  expect((await lookUp(second.token)).status).toBe(200)
})

test('an owner who cannot sign in yet is invited by mail, and one who can is not', async () => {
  const admin = await app.world.platformAdmin()
  const create = (owner: object) => app.call(admin, 'POST', '/pos/merchants', { name: 'La Nueva <b>', owner })
  const made = (await create({ email: 'duena@example.test', name: 'Dueña' })).body
  await expect.poll(() => lettersTo('duena@example.test').length).toBe(1)
  const [letter] = lettersTo('duena@example.test')
  expect(letter?.text).toContain(made.invite.url)
  expect(letter?.html).toContain('La Nueva &lt;b&gt;')
  expect(letter?.html).not.toContain('<b>')
  const known = await app.world.person({ password: 'tres tristes tigres tragan trigo' })
  expect((await create({ email: known.email, name: known.name })).body.invite).toBeNull()
  expect(
    (await app.admin.query('select from identity.mails where to_address = $1', [known.email])).rowCount,
  ).toBe(0)
})

test('a refused invitation mails nothing', async () => {
  const refused = await app.call(store.manager, 'POST', '/pos/invites', {
    storeId: store.id,
    email: store.manager.email,
    role: 'cashier',
  })
  expect(refused.body.code).toBe('already_member')
  const { rowCount } = await app.admin.query('select from identity.mails where to_address = $1', [
    store.manager.email,
  ])
  expect(rowCount).toBe(0)
})

test('an owner’s invitation issued anew mails a new link, ends the old one, and lets the owner in', async () => {
  const admin = await app.world.platformAdmin()
  const owner = { email: 'duena-lenta@example.test', name: 'Dueña' }
  const made = (await app.call(admin, 'POST', '/pos/merchants', { name: 'La Lenta', owner })).body
  const renew = (as = admin) => app.call(as, 'POST', `/platform/merchants/${made.merchant.id}/owner-invites`)
  expect((await renew(store.manager)).body).toMatchObject({ status: 403, code: 'forbidden' })
  const renewed = await renew()
  expect(renewed.status).toBe(201)
  expect(renewed.headers.get('cache-control')).toBe('no-store')
  const { token, url } = renewed.body.invite
  await expect.poll(() => lettersTo(owner.email).length).toBe(2)
  expect(lettersTo(owner.email).filter(({ text }) => text.includes(url))).toHaveLength(1)
  expect((await lookUp(made.invite.token)).body.code).toBe('invite_spent')
  const accepted = await app.call(undefined, 'POST', '/auth/invites/accept', {
    token,
    name: 'Dueña',
    password: 'tres tristes tigres tragan trigo',
  })
  expect(accepted.status, accepted.text).toBe(201)
  expect((await renew()).body).toMatchObject({ status: 409, code: 'invalid_transition' })
  const { rows } = await app.admin.query(
    `select user_id from audit.log where merchant_id = $1 and action = 'invite.created'`,
    [made.merchant.id],
  )
  expect(rows).toEqual([{ user_id: admin.id }, { user_id: admin.id }])
})

test('of two invitations of an owner issued at the same time one works', async () => {
  const admin = await app.world.platformAdmin()
  const owner = { email: 'duena-doble@example.test', name: 'Dueña' }
  const made = (await app.call(admin, 'POST', '/pos/merchants', { name: 'La Doble', owner })).body
  const renew = () => app.call(admin, 'POST', `/platform/merchants/${made.merchant.id}/owner-invites`)
  const answers = await Promise.all([renew(), renew()])
  const looked = await Promise.all(answers.map(({ body }) => lookUp(body.invite.token)))
  expect(looked.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
})

test('no invitation is issued for a suspended merchant', async () => {
  const admin = await app.world.platformAdmin()
  const owner = { email: 'duena-suspendida@example.test', name: 'Dueña' }
  const { merchant } = (await app.call(admin, 'POST', '/pos/merchants', { name: 'La Otra', owner })).body
  const change = { status: 'SUSPENDED', reason: 'Prueba de suspensión' }
  expect((await app.call(admin, 'PATCH', `/pos/merchants/${merchant.id}/status`, change)).status).toBe(200)
  const refused = await app.call(admin, 'POST', `/platform/merchants/${merchant.id}/owner-invites`)
  expect(refused.body.code).toBe('merchant_suspended')
})
