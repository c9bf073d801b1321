import { NoAnswer } from '@mostrador/client'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { forgetKept, orKept } from './kept-answers.ts'

let stored: Record<string, string>

// Its keys are its own properties, as in a browser.
const methods = {
  getItem: (key: string) => stored[key] ?? null,
  setItem: (key: string, value: string) => {
    stored[key] = value
  },
  removeItem: (key: string) => {
    delete stored[key]
  },
}
vi.stubGlobal(
  'localStorage',
  new Proxy(methods, {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
  }),
)
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  stored = { 'mostrador.other': 'stays' }
})

const unreachable = () => Promise.reject(new NoAnswer('none'))

test('the last answer is given while the server cannot be reached, until the session ends', async () => {
  await orKept('me', () => Promise.resolve('Carla'))
  expect(await orKept('me', unreachable)).toBe('Carla')
  forgetKept()
  await expect(orKept('me', unreachable)).rejects.toThrow(NoAnswer)
  expect(Object.keys(stored)).toEqual(['mostrador.other'])
})

test.each([
  'first',
  'later',
])('the %s answer of a session that has ended meanwhile is not kept for the next person', async (which) => {
  if (which === 'later') await orKept('shift.s1', () => Promise.resolve('open'))
  let say: (answer: string) => void = () => undefined
  const asked = orKept(
    'shift.s1',
    () =>
      new Promise<string>((resolve) => {
        say = resolve
      }),
  )
  forgetKept()
  say('open, of Carla')
  expect(await asked).toBe('open, of Carla')
  await expect(orKept('shift.s1', unreachable)).rejects.toThrow(NoAnswer)
  await orKept('shift.s1', () => Promise.resolve('of the next person'))
  expect(await orKept('shift.s1', unreachable)).toBe('of the next person')
})
