import type { Profile } from '@mostrador/client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type * as Lock from '../lock/lock.ts'
import { carla, dora, lateRefusal, noSession } from './fake-session.ts'
import type * as Me from './me.ts'
import type * as Client from './query-client.ts'

let lock: typeof Lock
let me: typeof Me
let createQueryClient: typeof Client.createQueryClient
/** The server answers who is signed in when this is called. */
let answerMe: ((response: Response) => void) | undefined
/** Loads another page. */
const load = vi.fn()

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test', replace: load })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('fetch', ({ method }: Request) =>
    method === 'GET'
      ? new Promise<Response>((resolve) => {
          answerMe = resolve
        })
      : Promise.resolve(new Response(null, { status: 204 })),
  )
  lock = await import('../lock/lock.ts')
  me = await import('./me.ts')
  createQueryClient = (await import('./query-client.ts')).createQueryClient
})
afterEach(() => {
  lock.unlockScreen()
  load.mockReset()
})
afterAll(() => vi.unstubAllGlobals())

/** The page of somebody. */
function pageOf(person: Profile | null) {
  const toEntrance = vi.fn()
  const queryClient = createQueryClient(toEntrance)
  queryClient.setQueryData(me.meQuery.queryKey, person)
  const known = () => queryClient.getQueryData(me.meQuery.queryKey)
  return { queryClient, toEntrance, known }
}

/** Asks who is signed in once more, up to where the answer is awaited. */
async function askedAgain(person: Profile | null = carla) {
  const page = pageOf(person)
  answerMe = undefined
  const asked = page.queryClient.prefetchQuery({ ...me.meQuery, staleTime: 0 })
  await expect.poll(() => answerMe).toBeDefined()
  return { ...page, asked }
}

test('the person goes to the entrance when the session has ended elsewhere', async () => {
  const { asked, known, toEntrance } = await askedAgain()
  answerMe?.(noSession())
  await asked
  expect(known()).toBeNull()
  expect(toEntrance).toHaveBeenCalledOnce()
})

test('an answer from before signing out does not make the person known again', async () => {
  const { queryClient, asked, known } = await askedAgain()
  me.forget(queryClient)
  answerMe?.(Response.json(carla))
  await asked
  expect(known()).toBeNull()
})

test('a page without a session stays where it is when it hears again that there is none', async () => {
  const { asked, known, toEntrance } = await askedAgain(null)
  answerMe?.(noSession())
  await asked
  expect(known()).toBeNull()
  expect(toEntrance).not.toHaveBeenCalled()
})

test('a locked screen still knows its person when a request from before the lock learns that the session has ended', async () => {
  const { asked, known, toEntrance } = await askedAgain()
  lock.lockScreen()
  answerMe?.(noSession())
  await asked
  expect(known()).toEqual(carla)
  expect(toEntrance).not.toHaveBeenCalled()
})

/** A page of Carla has sent something; `refuse` is the answer that there is no session. */
function sending() {
  const page = pageOf(carla)
  answerMe = undefined
  const { refused, refuse } = lateRefusal()
  const mutation = page.queryClient.getMutationCache().build(page.queryClient, { mutationFn: () => refused })
  const sent = mutation.execute(undefined).catch(() => undefined)
  return { ...page, refuse, sent }
}

test('a late refusal of the session before does not end the one that was opened since', async () => {
  const { refuse, sent, queryClient, known, toEntrance } = sending()
  lock.lockScreen()
  lock.unlockScreen()
  refuse()
  await sent
  await expect.poll(() => answerMe).toBeDefined()
  answerMe?.(Response.json(carla))
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(known()).toEqual(carla)
  expect(toEntrance).not.toHaveBeenCalled()
})

test('a refusal makes the page ask who is signed in, and ends the session when that is refused, too', async () => {
  const { refuse, sent, known, toEntrance } = sending()
  refuse()
  await sent
  expect(known()).toEqual(carla)
  await expect.poll(() => answerMe).toBeDefined()
  answerMe?.(noSession())
  await expect.poll(known).toBeNull()
  expect(toEntrance).toHaveBeenCalledOnce()
})

test('a refusal that comes behind the lock asks nothing', async () => {
  const { refuse, sent, queryClient, known, toEntrance } = sending()
  lock.lockScreen()
  refuse()
  await sent
  expect([queryClient.isFetching(), known()]).toEqual([0, carla])
  expect(toEntrance).not.toHaveBeenCalled()
})

test('nothing of a person is shown to somebody else who has signed in in another tab', async () => {
  const { queryClient, asked, known, toEntrance } = await askedAgain()
  queryClient.setQueryData(['orders'], ['of Carla'])
  answerMe?.(Response.json(dora))
  await asked
  expect([known(), queryClient.getQueryData(['orders'])]).toEqual([null, undefined])
  expect(load).toHaveBeenCalledExactlyOnceWith('/')
  expect(toEntrance).not.toHaveBeenCalled()
})

test('the person who is asked again stays where they are', async () => {
  const { asked, known } = await askedAgain()
  answerMe?.(Response.json({ ...carla, stores: [] }))
  await asked
  expect(known()).toEqual(carla)
  expect(load).not.toHaveBeenCalled()
})

test('a locked screen still knows its person when somebody else has signed in in another tab', async () => {
  const { asked, known } = await askedAgain()
  lock.lockScreen()
  answerMe?.(Response.json(dora))
  await asked
  expect(known()).toEqual(carla)
  expect(load).not.toHaveBeenCalled()
})
