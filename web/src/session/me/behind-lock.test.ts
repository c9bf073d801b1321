import type { Profile } from '@mostrador/client'
import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type * as Lock from '../lock/lock.ts'
import type * as Me from './me.ts'

const carla: Profile = {
  account: { id: 'a-1', name: 'Carla', email: null, secondFactor: false, secondFactorResetAt: null },
  labels: [],
  merchants: [],
  stores: [],
  terminalId: 't-1',
  navigation: [],
}
let lock: typeof Lock
let me: typeof Me
/** The server answers who is signed in when this is called. */
let answerMe: ((response: Response) => void) | undefined

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
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
})
afterEach(() => lock.unlockScreen())
afterAll(() => vi.unstubAllGlobals())

const ended = () => Response.json({ code: 'unauthenticated' }, { status: 401 })

/** Asks who is signed in once more, up to where the answer is awaited. */
async function askedAgain() {
  const queryClient = new QueryClient()
  queryClient.setQueryData(me.meQuery.queryKey, carla)
  answerMe = undefined
  const asked = queryClient.fetchQuery({ ...me.meQuery, staleTime: 0 }).catch(() => undefined)
  await expect.poll(() => answerMe).toBeDefined()
  return { asked, known: () => queryClient.getQueryData(me.meQuery.queryKey) }
}

test('nobody is signed in when the session has ended', async () => {
  const { asked, known } = await askedAgain()
  answerMe?.(ended())
  await asked
  expect(known()).toBeNull()
})

test('a locked screen still knows its person when the end of the session overtakes a question', async () => {
  const { asked, known } = await askedAgain()
  lock.lockScreen()
  answerMe?.(ended())
  await asked
  expect(known()).toEqual(carla)
})
