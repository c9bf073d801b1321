import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from '../../../test/app.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

// An installation without SMTP_URL: nothing could send a mail, so work that sends one would only fail and be given up.
let app: RunningProduct
let admin: Person

beforeAll(async () => {
  app = await startProduct({ MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: 'on' })
  admin = await app.world.platformAdmin()
})
afterAll(() => app.close())

interface Act {
  readonly store: Store
  readonly manager: Member
}

const departures: Readonly<Record<string, (act: Act) => ReturnType<typeof app.call>>> = {
  'a dismissal': ({ store, manager }) =>
    app.call(store.manager, 'DELETE', `/pos/memberships/${manager.membershipId}`),
  'a lower role': ({ store, manager }) =>
    app.call(store.manager, 'PATCH', `/pos/memberships/${manager.membershipId}`, { role: 'cashier' }),
  'a block by the platform': ({ manager }) =>
    app.call(admin, 'PATCH', `/platform/accounts/${manager.id}/status`, {
      status: 'BLOCKED',
      reason: 'Fraude',
    }),
  'another owner': async ({ store }) => {
    const { email, name } = await app.world.person({ password: 'una frase muy larga y rara' })
    const change = { owner: { email, name }, reason: 'Se vendió el negocio' }
    return app.call(admin, 'PATCH', `/pos/merchants/${store.merchantId}/owner`, change)
  },
}

test.each(Object.keys(departures))('without a mail server, %s pauses and queues no mail', async (act) => {
  const store = await app.world.store()
  const manager = await app.world.member(store, 'manager')
  const ids: string[] = []
  for (const who of [manager, store.manager]) {
    const order = { storeId: store.id, url: 'http://127.0.0.1:9/' }
    const made = await app.call(who, 'POST', '/pos/webhooks', order)
    expect(made.status, made.text).toBe(201)
    ids.push(made.body.webhook?.id ?? made.body.id)
  }
  const answer = await departures[act]?.({ store, manager })
  expect([200, 204], answer?.text).toContain(answer?.status)
  const { rows } = await app.admin.query(
    `select (select count(*)::int from events.webhooks where id = any ($1) and status = 'PAUSED') as paused,
            (select count(*)::int from identity.mails) as mails,
            (select count(*)::int from dbos.workflow_status where name = 'mail.send') as queued`,
    [ids],
  )
  expect(rows).toEqual([{ paused: 1, mails: 0, queued: 0 }])
})
