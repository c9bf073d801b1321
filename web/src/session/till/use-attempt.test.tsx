import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type * as Lock from '../lock/lock.ts'
import { carla, lateRefusal, noSession } from '../me/fake-session.ts'
import type * as Me from '../me/me.ts'
import type * as Client from '../me/query-client.ts'
import type * as Attempt from './use-attempt.ts'

let lock: typeof Lock
let me: typeof Me
let createQueryClient: typeof Client.createQueryClient
let useAttempt: typeof Attempt.useAttempt
/** Whether the server has a session for this page. */
let isSignedIn: boolean

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', async ({ method }: Request) =>
    method === 'GET' && isSignedIn ? Response.json(carla) : noSession(),
  )
  lock = await import('../lock/lock.ts')
  me = await import('../me/me.ts')
  createQueryClient = (await import('../me/query-client.ts')).createQueryClient
  useAttempt = (await import('./use-attempt.ts')).useAttempt
})
afterEach(() => lock.unlockScreen())
afterAll(() => vi.unstubAllGlobals())

/** A supervisor has sent a PIN on Carla's page; `refuse` is the answer that there is no session. */
function sentPin() {
  const queryClient = createQueryClient(() => undefined)
  queryClient.setQueryData(me.meQuery.queryKey, carla)
  const { refused, refuse } = lateRefusal()
  let send: ((typed: null) => Promise<void>) | undefined
  const Dialog = () => {
    send = useAttempt(
      (_typed: null) => refused,
      () => undefined,
    ).send
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Dialog />
    </QueryClientProvider>,
  )
  const sent = send?.(null)
  const settled = async () => {
    await sent
    await expect.poll(() => queryClient.isFetching()).toBe(0)
  }
  return { refuse, settled, known: () => queryClient.getQueryData(me.meQuery.queryKey) }
}

test('a refusal that comes behind the lock changes nothing there', async () => {
  isSignedIn = false
  const { refuse, settled, known } = sentPin()
  lock.lockScreen()
  refuse()
  await settled()
  expect([lock.isLocked(), known()]).toEqual([true, carla])
})

test('a refusal that comes after the next session has begun does not end it', async () => {
  isSignedIn = true
  const { refuse, settled, known } = sentPin()
  refuse()
  await settled()
  expect(known()).toEqual(carla)
})

test('a refusal ends the session here when it has ended on the server', async () => {
  isSignedIn = false
  const { refuse, settled, known } = sentPin()
  refuse()
  await settled()
  expect(known()).toBeNull()
})
