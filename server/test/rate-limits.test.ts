import { randomUUID } from 'node:crypto'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Answer, type App, startProduct } from './app.ts'
import { chipFile, sendForm } from './chip-shop.ts'

let app: App
afterEach(() => app.close())

const start = async (limits: string, environment: Record<string, string> = {}) => {
  app = await startProduct({ RATE_LIMITS: limits, ...environment })
}
const times = async (count: number, ask: () => Promise<Answer>): Promise<Answer[]> => {
  const answers: Answer[] = []
  for (let no = 0; no < count; no++) answers.push(await ask())
  return answers
}
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status)

test('an account has a limit per minute over all its sessions, which does not affect others', async () => {
  await start('account=3')
  const [one, other] = [await app.world.person(), await app.world.person()]
  const again = { ...one, token: await app.world.session(one.id) }
  expect(statuses(await times(2, () => app.call(one, 'GET', '/auth/me')))).toEqual([200, 200])
  expect(statuses(await times(2, () => app.call(again, 'GET', '/auth/me')))).toEqual([200, 429])
  const refused = await app.call(one, 'GET', '/pos/stores')
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests', limit: 'account', detail: expect.stringContaining('3') },
  })
  expect(refused.headers.get('content-type')).toContain('application/problem+json')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await app.call(other, 'GET', '/auth/me')).status).toBe(200)
})

test('a clock that was an hour ahead and is set back ends no limit, and keeps nobody out for an hour', async () => {
  await start('account=1')
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const right = Date.now()
  vi.setSystemTime(right + 3_600_000)
  const person = await app.world.person()
  const me = () => app.call(person, 'GET', '/auth/me')
  expect(statuses(await times(2, me))).toEqual([200, 429])
  vi.setSystemTime(right)
  const refused = await me()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
})

test('an API key has a limit per minute, separate from its owner and other keys', async () => {
  await start('apiKey=2,account=1')
  const { manager } = await app.world.store()
  const [one, other] = [await app.world.apiKey(manager), await app.world.apiKey(manager)]
  const answers = await times(3, () => app.call(one, 'GET', '/pos/stores'))
  expect(statuses(answers)).toEqual([200, 200, 429])
  expect(answers[2]?.body).toMatchObject({ code: 'too_many_requests', limit: 'apiKey' })
  expect((await app.call(other, 'GET', '/pos/stores')).status).toBe(200)
  expect((await app.call(manager, 'GET', '/pos/stores')).status).toBe(200)
})

test('a request counts once, however many transactions it takes', async () => {
  await start('account=2')
  const { manager, id: storeId } = await app.world.store()
  const sent = () => sendForm(app.url, manager, chipFile([1]), { storeId, productId: randomUUID() })
  expect(statuses(await times(3, sent))).toEqual([403, 403, 429])
})

test('a request without a session is answered 401, and not with another caller’s limit', async () => {
  await start('account=1')
  expect(statuses(await times(3, () => app.call(undefined, 'GET', '/auth/me')))).toEqual([401, 401, 401])
  const made = { token: 'a'.repeat(43) }
  expect(statuses(await times(3, () => app.call(made, 'GET', '/auth/me')))).toEqual([401, 401, 401])
})

test('an address has a limit per minute, checked before anything is looked up, whatever sessions it invents', async () => {
  await start('address=4')
  const made = () => app.call({ token: randomUUID().replaceAll('-', 'a').padEnd(43, 'a') }, 'GET', '/auth/me')
  expect(statuses(await times(5, made))).toEqual([401, 401, 401, 401, 429])
  expect((await app.call(undefined, 'GET', '/setup')).body).toMatchObject({ limit: 'address' })
})

test.each([
  ['signIn', 'POST', '/auth/sessions', { email: 'nobody@example.test', password: 'no password' }, 401],
  ['callback', 'POST', '/vas/callbacks/dtone', { external_id: 'none' }, 200],
  ['probe', 'GET', '/healthz', undefined, 200],
  ['public', 'GET', '/setup', undefined, 200],
])('%s has its own limit', async (name, method, path, body, status) => {
  await start(`${name}=2`)
  const ask = () => app.call(undefined, method, path, body)
  const answers = await times(3, ask)
  expect(
    statuses(answers)
      .slice(0, 2)
      .every((seen) => seen === status || (name === 'callback' && seen < 300)),
  ).toBe(true)
  expect(answers[2]).toMatchObject({ status: 429, body: { code: 'too_many_requests', limit: name } })
  const other = name === 'public' ? '/healthz' : '/setup'
  expect((await app.call(undefined, 'GET', other)).status).toBe(200)
})

test.each([
  ['lookup', 'GET', '/vas/adeudo?providerId=x&reference=1', undefined, 403],
  ['lookup', 'POST', '/pos/webhooks', { merchantId: randomUUID(), url: 'https://hooks.example.mx/' }, 403],
  ['lookup', 'PATCH', `/pos/webhooks/${randomUUID()}`, { url: 'https://hooks.example.mx/' }, 404],
  ['export', 'GET', '/pos/reports/inventory/export', undefined, 200],
  ['reprint', 'POST', '/vas/pin/reprint', { saleId: randomUUID(), reason: 'No salió' }, 404],
] as const)('%s has its own limit', async (name, method, path, body, status) => {
  await start(`${name}=2`)
  const { manager } = await app.world.store()
  const answers = await times(3, () => app.call(manager, method, path, body))
  expect(statuses(answers)).toEqual([status, status, 429])
  expect(answers[2]?.body).toMatchObject({ limit: name })
  expect((await app.call(manager, 'GET', '/auth/me')).status).toBe(200)
})

test('files have their own limit', async () => {
  await start('upload=1')
  const { manager, id: storeId } = await app.world.store()
  const sent = () => sendForm(app.url, manager, chipFile([1]), { storeId, productId: randomUUID() })
  const answers = await times(2, sent)
  expect(answers[1]).toMatchObject({ status: 429, body: { limit: 'upload' } })
})

test('forwarded addresses are trusted only from configured proxies', async () => {
  const from = (address: string) =>
    app.call(undefined, 'GET', '/setup', undefined, { 'x-forwarded-for': address })
  await start('public=1')
  expect((await from('192.0.2.1')).status).toBe(200)
  expect((await from('192.0.2.2')).status).toBe(429)
  await app.close()
  await start('public=1', { TRUSTED_PROXIES: 'loopback' })
  expect((await from('192.0.2.1')).status).toBe(200)
  expect((await from('192.0.2.2')).status).toBe(200)
  // Anything that a caller puts before the proxy's entry is not trusted.
  expect((await from('198.51.100.7, 192.0.2.1')).status).toBe(429)
  // An IPv6 customer has a network, not an address.
  expect((await from('2001:db8:1:2::1')).status).toBe(200)
  expect((await from('2001:db8:1:2:3::9')).status).toBe(429)
})
