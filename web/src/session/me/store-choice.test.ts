import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type * as StoreChoice from './store-choice.ts'

const kept = new Map<string, string>()
vi.stubGlobal('location', { origin: 'http://localhost' })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
})
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => kept.clear())

/** Loads the page in a tab of this device. */
async function tab(): Promise<typeof StoreChoice> {
  vi.resetModules()
  return import('./store-choice.ts')
}

test('a tab keeps its store when another tab chooses one, so that its header names the store that it writes to', async () => {
  const first = await tab()
  first.chooseStore('centro')
  const second = await tab()
  expect(second.chosenStoreId()).toBe('centro')
  second.chooseStore('sur')
  expect([first.chosenStoreId(), second.chosenStoreId()]).toEqual(['centro', 'sur'])
})

test('a tab without a choice keeps having none when another tab chooses', async () => {
  const first = await tab()
  expect(first.chosenStoreId()).toBeNull()
  const second = await tab()
  second.chooseStore('sur')
  expect(first.chosenStoreId()).toBeNull()
})

test('a reload takes the store that was chosen last on the device', async () => {
  const first = await tab()
  first.chooseStore('centro')
  const second = await tab()
  second.chooseStore('sur')
  expect((await tab()).chosenStoreId()).toBe('sur')
})
