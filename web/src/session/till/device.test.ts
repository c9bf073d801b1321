import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const terminal = { id: 't1', name: 'Caja 1', storeName: 'Centro', status: 'ENABLED' }
let forget: typeof import('../me/me.ts').forget
let deviceQuery: typeof import('./device.ts').deviceQuery
let answerDevice: (() => void) | undefined

beforeAll(async () => {
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('localStorage', { removeItem: () => {} })
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    expect(url).toBe('http://till.test/auth/terminal-device')
    await new Promise<void>((resolve) => {
      answerDevice = resolve
    })
    return Response.json({ terminal })
  })
  ;({ forget } = await import('../me/me.ts'))
  ;({ deviceQuery } = await import('./device.ts'))
})
afterAll(() => {
  vi.unstubAllGlobals()
})

test('the entrance learns what the device is, also when a late answer ends the session meanwhile', async () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(['members'], ['Carla'])
  const entrance = new QueryObserver(queryClient, deviceQuery)
  const stop = entrance.subscribe(() => {})
  await expect.poll(() => answerDevice).toBeDefined()
  forget(queryClient)
  answerDevice?.()
  await expect.poll(() => entrance.getCurrentResult()).toMatchObject({ error: null, data: terminal })
  expect(queryClient.getQueryData(['members'])).toBeUndefined()
  stop()
})
