import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type * as StoreChoice from './store-choice.ts'

interface Kept {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

function keeping(): Kept {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

vi.stubGlobal('location', { origin: 'http://localhost' })
afterAll(() => vi.unstubAllGlobals())
beforeEach(() => {
  vi.stubGlobal('localStorage', keeping())
})

/** Loads the page in a tab of this device: a new one, or one that has kept something. */
async function load(ofTab = keeping()): Promise<typeof StoreChoice> {
  vi.stubGlobal('sessionStorage', ofTab)
  vi.resetModules()
  return import('./store-choice.ts')
}

test('a tab keeps its store when another tab chooses one, so that its header names the store that it writes to', async () => {
  const tab = keeping()
  const first = await load(tab)
  first.chooseStore('centro')
  const second = await load()
  expect(second.chosenStoreId()).toBe('centro')
  second.chooseStore('sur')
  expect([first.chosenStoreId(), second.chosenStoreId()]).toEqual(['centro', 'sur'])
  expect((await load(tab)).chosenStoreId()).toBe('centro')
})

test('a tab that was opened with a store keeps it when it is loaded again, though nobody has chosen there', async () => {
  ;(await load()).chooseStore('centro')
  const tab = keeping()
  expect((await load(tab)).chosenStoreId()).toBe('centro')
  ;(await load()).chooseStore('sur')
  expect((await load(tab)).chosenStoreId()).toBe('centro')
})

test('a tab without a choice keeps having none when another tab chooses', async () => {
  const tab = keeping()
  const first = await load(tab)
  expect(first.chosenStoreId()).toBeNull()
  ;(await load()).chooseStore('sur')
  expect(first.chosenStoreId()).toBeNull()
  expect((await load(tab)).chosenStoreId()).toBeNull()
})

test('a new tab begins with the store that was chosen last on the device', async () => {
  ;(await load()).chooseStore('centro')
  ;(await load()).chooseStore('sur')
  expect((await load()).chosenStoreId()).toBe('sur')
})
