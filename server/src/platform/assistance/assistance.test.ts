import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let operator: Person
let store: Store
let manager: Member

beforeAll(async () => {
  app = await sharedProduct()
  operator = await app.world.operator()
  store = await app.world.store()
  manager = await app.world.member(store, 'manager')
})

const seen = (who: Pick<Person, 'token'> | undefined, merchantId = store.merchantId) =>
  app.call(who, 'GET', `/platform/merchants/${merchantId}/assistance`)
const nothing = '01900000-0000-7000-8000-000000000000'

test('staff find the terminal, the invitation and the theme that a merchant needs help with', async () => {
  const terminal = await app.call(manager, 'POST', '/pos/terminals', { storeId: store.id, name: 'Caja 1' })
  await app.call(manager, 'POST', `/pos/terminals/${terminal.body.id}/disable`)
  const invite = { storeId: store.id, email: 'lupe@example.test', role: 'cashier' }
  const sent = await app.call(manager, 'POST', '/pos/invites', invite)
  const gone = await app.call(manager, 'POST', '/pos/invites', { ...invite, email: 'no@example.test' })
  await app.call(manager, 'DELETE', `/pos/invites/${gone.body.id}`)

  const answer = await seen(operator)
  expect(answer.status, answer.text).toBe(200)
  const { theme, stores, invites } = answer.body
  expect(theme).toMatchObject({ typography: 'SYSTEM', darkMode: 'AUTO', logoFileId: null })
  expect(stores).toEqual([expect.objectContaining({ id: store.id, status: 'ACTIVE' })])
  expect(stores[0].terminals).toContainEqual({
    id: terminal.body.id,
    name: 'Caja 1',
    status: 'DISABLED',
    deviceEnabledAt: null,
  })
  expect(invites).toEqual([
    {
      id: sent.body.id,
      storeId: store.id,
      role: 'cashier',
      maskedEmail: 'l…@example.test',
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: expect.stringMatching(/Z$/),
    },
  ])
  expect(answer.text).not.toContain('lupe@')
  expect(answer.text).not.toContain(sent.body.token)
})

test('each of them can be helped, and is audited with the reason', async () => {
  const { stores, invites, theme } = (await seen(operator)).body
  const terminalId = stores[0].terminals.find((each: { name: string }) => each.name === 'Caja 1').id
  const reason = { reason: 'Llamaron de la tienda' }
  const changed = { ...theme, darkMode: 'DARK' }
  const answers = [
    await app.call(operator, 'POST', `/platform/terminals/${terminalId}/enable`, reason),
    await app.call(operator, 'POST', `/platform/invites/${invites[0].id}/resend`, reason),
    await app.call(operator, 'PUT', `/platform/merchants/${store.merchantId}/theme`, changed),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const after = (await seen(operator)).body
  expect(after.theme.darkMode).toBe('DARK')
  const { rows } = await app.admin.query(
    `select action from audit.log where user_id = $1 and merchant_id = $2 order by id`,
    [operator.id, store.merchantId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['terminal.assisted', 'invite.resent', 'theme.changed'])
})

test('it is only for platform staff, and an absent merchant is not_found', async () => {
  expect((await seen(manager)).body.code).toBe('forbidden')
  expect((await seen(undefined)).status).toBe(401)
  expect((await seen(operator, nothing)).status).toBe(404)
})
