import { NoAnswer } from '@mostrador/client'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type * as LockState from '../lock/lock.ts'
import { carla, dora, noSession } from '../me/fake-session.ts'
import type * as Me from '../me/me.ts'
import type * as Client from '../me/query-client.ts'
import type * as Unlocking from './use-unlocking.ts'

let lock: typeof LockState
let me: typeof Me
let createQueryClient: typeof Client.createQueryClient
let useUnlocking: typeof Unlocking.useUnlocking
/** What this device keeps, as a browser does: the keys are properties. */
let kept: Record<string, string>
/** Answers the question that was asked before the lock. */
let answerFirst: ((response: Response) => void) | undefined
/** What the server answers to each later question; without one it cannot be reached. */
let answers: Response[]

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('fetch', ({ method }: Request) => {
    if (method === 'DELETE') return Promise.resolve(new Response(null, { status: 204 }))
    if (answerFirst !== undefined) {
      const next = answers.shift()
      return next === undefined ? Promise.reject(new TypeError('fetch failed')) : Promise.resolve(next)
    }
    return new Promise<Response>((resolve) => {
      answerFirst = resolve
    })
  })
  const methods = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(kept, { [key]: value }),
    removeItem: (key: string) => void Reflect.deleteProperty(kept, key),
  }
  const isOwn = { configurable: true, enumerable: true }
  const traps = { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => isOwn }
  vi.stubGlobal('localStorage', new Proxy(methods, traps))
  lock = await import('../lock/lock.ts')
  me = await import('../me/me.ts')
  createQueryClient = (await import('../me/query-client.ts')).createQueryClient
  useUnlocking = (await import('./use-unlocking.ts')).useUnlocking
})
beforeEach(() => {
  kept = {}
  answerFirst = undefined
  answers = []
})
afterEach(() => {
  vi.useRealTimers()
  lock.unlockScreen()
})
afterAll(() => vi.unstubAllGlobals())

/** Carla's till asks who is signed in, and is locked before the answer. A PIN was then right. */
async function provenAfterLock() {
  const queryClient = createQueryClient(() => undefined)
  queryClient.setQueryData(me.meQuery.queryKey, carla)
  queryClient.setQueryData(['orders'], ['of Carla'])
  void queryClient.prefetchQuery({ ...me.meQuery, staleTime: 0 })
  await expect.poll(() => answerFirst).toBeDefined()
  lock.lockScreen()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  let unlocking: ReturnType<typeof useUnlocking> | undefined
  const Screen = () => {
    unlocking = useUnlocking(new lock.Lock())
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider<typeof router> router={router}>
        <Screen />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  const reopened = unlocking?.reopen()
  // It fails while the answers of this test are still to come.
  reopened?.catch(() => undefined)
  const seen = () => ({
    isLocked: lock.isLocked(),
    known: queryClient.getQueryData(me.meQuery.queryKey)?.account.name,
    orders: queryClient.getQueryData(['orders']),
    path: router.history.location.pathname,
  })
  return { reopened, seen }
}

test('the right PIN unlocks, also when an earlier question is told late that the session has ended', async () => {
  answers = [Response.json(carla)]
  const { reopened, seen } = await provenAfterLock()
  answerFirst?.(noSession())
  await reopened
  expect(seen()).toEqual({ isLocked: false, known: 'Carla', orders: ['of Carla'], path: '/' })
})

test('somebody else starts fresh, also when an earlier question is answered late with the person before', async () => {
  answers = [Response.json(dora), Response.json(dora)]
  const { reopened, seen } = await provenAfterLock()
  answerFirst?.(Response.json(carla))
  await reopened
  expect(seen()).toEqual({ isLocked: false, known: 'Dora', orders: undefined, path: '/caja' })
})

test('what is kept of the person before does not unlock the screen while the server cannot be reached', async () => {
  vi.useFakeTimers()
  kept = { 'mostrador.kept.me': JSON.stringify({ answer: carla }) }
  const { reopened, seen } = await provenAfterLock()
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(reopened).rejects.toBeInstanceOf(NoAnswer)
  expect(seen()).toMatchObject({ isLocked: true, known: 'Carla', path: '/' })
})
