import { expect, test } from 'vitest'
import { sharedProduct } from '../../../test/shared-product.ts'

// The other tests of webhooks run where any address is allowed. Literal addresses need no resolver.
test('a webhook goes to port 443, and to one more while the platform has set one', async () => {
  const app = await sharedProduct()
  const store = await app.world.store()
  const admin = await app.world.platformAdmin()
  const add = (port: string) =>
    app.call(store.manager, 'POST', '/pos/webhooks', { storeId: store.id, url: `https://8.8.8.8${port}/x` })
  const setPort = (value: number) =>
    app.call(admin, 'PUT', '/platform/settings/webhooks.other_port', { value })
  const refused = (detail: string) => ({
    status: 422,
    body: { code: 'webhook_target_refused', detail, reason: 'port_not_allowed' },
  })

  expect(await add('')).toMatchObject({ status: 201 })
  expect(await add(':8443')).toMatchObject(refused('Only port 443 is allowed.'))
  expect((await setPort(8443)).status).toBe(200)
  const added = await add(':8443')
  expect(added, added.text).toMatchObject({ status: 201 })
  expect(await add(':22')).toMatchObject(refused('Only ports 443 and 8443 are allowed.'))
  const change = (port: string) =>
    app.call(store.manager, 'PATCH', `/pos/webhooks/${added.body.id}`, { url: `https://8.8.4.4${port}/x` })
  expect(await change(':8443')).toMatchObject({ status: 200 })
  expect(await change(':22')).toMatchObject({ status: 422 })

  expect((await setPort(443)).status).toBe(200)
  expect(await add(':8443')).toMatchObject({ status: 422 })
})

test('the audit log has the host of an address and shows that the rest has changed, but not the rest', async () => {
  const app = await sharedProduct()
  const store = await app.world.store()
  const supervisor = await app.world.member(store, 'supervisor')
  const operator = await app.world.operator()
  const canary = 'T0canary7secret'
  const ids: string[] = []
  for (const place of [{ storeId: store.id }, { merchantId: store.merchantId }]) {
    const url = `https://8.8.8.8/services/${canary}?token=${canary}`
    const made = await app.call(store.manager, 'POST', '/pos/webhooks', { ...place, url })
    expect(made.status, made.text).toBe(201)
    const path = `/pos/webhooks/${made.body.id}`
    expect((await app.call(store.manager, 'PATCH', path, { url: `${url}x` })).status).toBe(200)
    expect((await app.call(store.manager, 'DELETE', path)).status).toBe(204)
    ids.push(made.body.id)
  }
  for (const [reader, log, id] of [
    [supervisor, '/pos/audit_log', ids[0]],
    [operator, '/platform/audit', ids[1]],
  ] as const) {
    const read = await app.call(reader, 'GET', `${log}?entity=webhook&entityId=${id}`)
    const hash = expect.stringMatching(/^[0-9a-f]{8}$/)
    const [, , changed] = read.body.items
    expect(changed, read.text).toMatchObject({
      action: 'webhook.updated',
      before: { host: '8.8.8.8', urlHash: hash },
      after: { host: '8.8.8.8', urlHash: hash },
    })
    expect(changed.after.urlHash).not.toBe(changed.before.urlHash)
    expect(read.body.items).toHaveLength(4)
    expect(read.text).not.toContain(canary)
  }
  const { rows } = await app.admin.query('select 1 from audit.log l where l::text like $1', [`%${canary}%`])
  expect(rows).toEqual([])
})

test('by default the product sends only to public addresses', async () => {
  const app = await sharedProduct()
  const store = await app.world.store()
  for (const url of [
    'http://127.0.0.1:9/x',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://localhost/',
  ]) {
    const answer = await app.call(store.manager, 'POST', '/pos/webhooks', { storeId: store.id, url })
    expect(answer.body, url).toMatchObject({ status: 422, code: 'webhook_target_refused' })
  }
})
