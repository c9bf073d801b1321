import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { airtime, everyProduct } from '../../../test/aggregator.contract.ts'
import { memoryJournal } from '../../simulator/journal.ts'
import { serveWire } from '../../simulator/server.ts'
import { openSimulator } from '../../simulator/simulator.ts'
import { systemClock } from '../clock/clock.ts'
import { type AggregatorSettings, chooseAggregator, chooseAggregators } from './choose.ts'
import { AggregatorMisconfigured } from './misconfigured.ts'

let dir: string
let settings: AggregatorSettings

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'mostrador-'))
  const credentials = { baseUrl: 'https://dvs-api.dtone.com/v1', apiKey: 'key', apiSecret: 'secret' }
  settings = { clock: systemClock, dir: join(dir, 'sandbox'), ...credentials }
})
afterEach(() => rmSync(dir, { recursive: true }))

test.each([
  undefined,
  '',
  ' ',
  'off',
  'Sandbox',
  'SANDBOX',
  'sandbox ',
  ' live',
  'LIVE',
  'live\n',
  'Staging',
  'production',
  'true',
  '1',
  'constructor',
])('the mode %j is off, whatever else is set, and creates no file', (mode) => {
  expect(chooseAggregator(mode, settings).mode).toBe('off')
  expect(existsSync(settings.dir)).toBe(false)
})

test('the mode sandbox sells, and continues where it was closed', async () => {
  const before = chooseAggregator('sandbox', settings)
  const order = airtime(await everyProduct(before), '5512345678')
  const held = await before.hold(order)
  await before.close()
  const after = chooseAggregator('sandbox', settings)
  expect(after.mode).toBe('sandbox')
  expect(await after.find({ externalId: order.externalId })).toEqual(held)
  await after.close()
})

test('the mode staging uses the given URL, with the simulator’s credentials by default', async () => {
  const served = await serveWire({ handle: openSimulator({ journal: memoryJournal() }).handle, port: 0 })
  const here = { clock: systemClock, dir, baseUrl: served.url }
  const staging = chooseAggregator('staging', here)
  expect(staging.mode).toBe('staging')
  expect((await everyProduct(staging)).length).toBeGreaterThan(0)
  await staging.close()
  const stranger = chooseAggregator('staging', { ...here, apiSecret: 'other' })
  await expect(everyProduct(stranger)).rejects.toThrow('1000401')
  await stranger.close()
  await served.close()
})

describe('the mode live', () => {
  test('requires its credentials, and lists all missing ones', () => {
    expect(() => chooseAggregator('live', { clock: systemClock, dir })).toThrow(
      'VAS_AGGREGATOR_MODE=live needs VAS_AGGREGATOR_URL, VAS_AGGREGATOR_KEY, VAS_AGGREGATOR_SECRET',
    )
    expect(() => chooseAggregator('live', { ...settings, apiSecret: '' })).toThrow(
      /needs VAS_AGGREGATOR_SECRET$/,
    )
    expect(() => chooseAggregator('live', { ...settings, apiKey: undefined })).toThrow(
      AggregatorMisconfigured,
    )
  })

  test('refuses an invalid URL, and one that would send the credentials in plain text', () => {
    expect(() => chooseAggregator('live', { ...settings, baseUrl: 'http://dvs-api.dtone.com/v1' })).toThrow(
      'https',
    )
    expect(() => chooseAggregator('live', { ...settings, baseUrl: 'https://' })).toThrow('not a URL')
  })

  test('never includes a credential in its error', () => {
    const secret = { ...settings, baseUrl: '', apiKey: 'k-9182', apiSecret: 's-7364' }
    expect(() => chooseAggregator('live', secret)).toThrow(expect.not.stringMatching(/9182|7364/))
  })

  test('opens with all of them', async () => {
    const live = chooseAggregator('live', settings)
    expect(live.mode).toBe('live')
    await live.close()
  })
})

describe('earlier sales', () => {
  const modesOf = async (mode: string | undefined, given: AggregatorSettings) => {
    const { selling, settling } = chooseAggregators(mode, given)
    await Promise.all(settling.map((one) => one.close()))
    return [selling.mode, ...settling.map((one) => one.mode)]
  }

  test('need no aggregator when there are none', async () => {
    const bare = { clock: systemClock, dir: settings.dir }
    expect(await modesOf(undefined, bare)).toEqual(['off', 'off'])
    expect(existsSync(settings.dir)).toBe(false)
  })

  test('in the sandbox are settled by it while its journal exists', async () => {
    const bare = { clock: systemClock, dir: settings.dir }
    expect(await modesOf('sandbox', bare)).toEqual(['sandbox', 'sandbox'])
    expect(await modesOf(undefined, bare)).toEqual(['off', 'off', 'sandbox'])
  })

  test('at the provider are settled with the credentials that are still set', async () => {
    expect(await modesOf('off', settings)).toEqual(['off', 'off', 'staging', 'live'])
    const inClear = { ...settings, baseUrl: 'http://127.0.0.1:1/v1' }
    expect(await modesOf('off', inClear)).toEqual(['off', 'off', 'staging'])
    expect(await modesOf('live', settings)).toEqual(['live', 'live', 'staging'])
  })
})
