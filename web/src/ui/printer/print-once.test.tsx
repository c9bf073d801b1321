import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { linesPaper } from '../paper/paper-document.ts'
import { FakePrinter } from './fake-printer.ts'
import { changePrinterSettings } from './printer-settings.ts'
import { type Printer, usePrinter } from './use-printer.tsx'

let printer: FakePrinter
/** Whether the printer's bridge runs. */
let isUp: boolean

beforeAll(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: Uint8Array }) => {
    if (!isUp) throw new TypeError('fetch failed')
    return new Response(printer.take(body).slice())
  })
  changePrinterSettings({ way: 'bridge', bridge: { port: 9180, code: 'c', printer: 'p' } })
})
afterAll(() => {
  changePrinterSettings({ way: 'browser', bridge: null })
  vi.unstubAllGlobals()
})
beforeEach(() => {
  printer = new FakePrinter()
  isUp = true
})

/** Prints a paper under a name. */
async function print(once: string): Promise<void> {
  let used: Printer | undefined
  function Paper() {
    used = usePrinter()
    return null
  }
  renderToStaticMarkup(<Paper />)
  await used?.print(linesPaper('Ticket', []), once)
}

test('an original is printed once, also when it is asked for again while it is being printed', async () => {
  await Promise.all([print('original a'), print('original a')])
  await print('original a')
  expect(printer.count('cut')).toBe(1)
})

test('an original that did not come out is printed when it is asked for again', async () => {
  isUp = false
  await print('original b')
  isUp = true
  printer.linesLeft = 0
  await print('original b')
  expect(printer.count('cut')).toBe(0)
  printer.linesLeft = Number.POSITIVE_INFINITY
  await print('original b')
  await print('original b')
  expect(printer.count('cut')).toBe(1)
})

test('an original that failed for another reason than the printer is printed when it is asked for again', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('no lock')) } })
  await expect(print('original c')).rejects.toThrow('no lock')
  vi.stubGlobal('navigator', {})
  await print('original c')
  expect(printer.count('cut')).toBe(1)
})
