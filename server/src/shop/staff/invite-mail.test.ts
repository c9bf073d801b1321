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
