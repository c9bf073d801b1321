import { MantineProvider } from '@mantine/core'
import { notifications, notificationsStore } from '@mantine/notifications'
import { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changePrinterSettings } from '../../ui/printer/printer-settings.ts'
import { type Printer, usePrinter } from '../../ui/printer/use-printer.tsx'
import type * as Lock from '../lock/lock.ts'
import type * as Me from './me.ts'

let lock: typeof Lock
let me: typeof Me
/** The printer's bridge is asked; it is not running, which is found out when this is called. */
let fail: (() => void) | undefined

beforeAll(async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('location', { origin: 'http://till.test' })
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('fetch', (asked: Request | string) =>
    typeof asked === 'string'
      ? new Promise((_resolve, reject) => {
          fail = () => reject(new TypeError('fetch failed'))
        })
      : Promise.resolve(Response.json({})),
  )
  lock = await import('../lock/lock.ts')
  me = await import('./me.ts')
  changePrinterSettings({ way: 'bridge', bridge: { port: 9180, code: 'c', printer: 'p' } })
})
afterAll(() => {
  changePrinterSettings({ way: 'browser', bridge: null })
  vi.unstubAllGlobals()
})
beforeEach(() => {
  fail = undefined
  notifications.clean()
})

/** Begins to print a PIN, up to where the printer is asked. */
async function printing(): Promise<{ ended: Promise<void> }> {
  let printer: Printer | undefined
  function Paper() {
    printer = usePrinter()
    return null
  }
  renderToStaticMarkup(<Paper />)
  const ended = printer?.print([{ kind: 'code', label: 'PIN', value: '1234-5678' }])
  await expect.poll(() => fail).toBeDefined()
  return { ended: ended ?? Promise.reject(new Error('nothing prints')) }
}

const shown = () => notificationsStore.getState().notifications.map(({ message }) => drawn(message))
const drawn = (message: ReactNode) => renderToStaticMarkup(<MantineProvider>{message}</MantineProvider>)

const leavings = {
  'signed out': () => me.forget(new QueryClient()),
  'locked the till': () => {
    lock.lockScreen()
    lock.unlockScreen()
  },
}
const ways = Object.keys(leavings) as (keyof typeof leavings)[]

describe('a paper that did not come out', () => {
  test('can be printed again by its person', async () => {
    const { ended } = await printing()
    fail?.()
    await ended
    expect(shown()).toEqual([expect.stringContaining('Imprimir otra vez')])
  })

  test.each(ways)('cannot be printed by the next person after its own has %s', async (way) => {
    const { ended } = await printing()
    fail?.()
    await ended
    leavings[way]()
    await vi.dynamicImportSettled()
    expect(shown()).toEqual([])
  })

  test.each(
    ways,
  )('is told, but cannot be printed, when that is known after its person has %s', async (way) => {
    const { ended } = await printing()
    leavings[way]()
    await vi.dynamicImportSettled()
    fail?.()
    await ended
    expect(shown()).toEqual([expect.not.stringContaining('Imprimir otra vez')])
  })
})
