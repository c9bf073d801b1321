import { describe, expect, test } from 'vitest'
import { ConfigError, parseConfig } from './config.ts'

test('what is absent is off or has a safe default', () => {
  expect(parseConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    isHttps: false,
    logLevel: 'info',
    runsWorker: true,
    aggregator: { mode: undefined },
  })
})

test('every fault is listed at once, by name', () => {
  const parse = () =>
    parseConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', MOSTRADOR_KEY: 'short', PUBLIC_URL: 'mostrador.mx/' }, [
      'DATABASE_URL',
      'DATABASE_WORKER_URL',
    ])
  expect(parse).toThrow(ConfigError)
  const names = [
    'DATABASE_URL is required',
    'DATABASE_WORKER_URL is required',
    'PORT must be integer',
    'LOG_LEVEL',
    'MOSTRADOR_KEY',
    'PUBLIC_URL',
  ]
  for (const name of names) expect(parse).toThrow(name)
})

test('a secret is never part of the message about it', () => {
  expect(() => parseConfig({ MOSTRADOR_KEY: 'my-secret-key' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('my-secret-key') }),
  )
})

describe('the aggregator’s mode is handed on as it was written, since an unknown one is off and not a fault', () => {
  test.each(['Sandbox', ' sandbox', 'production', 'on'])('%j', (mode) => {
    expect(parseConfig({ VAS_AGGREGATOR_MODE: mode }).aggregator.mode).toBe(mode)
  })
})

test('the value cannot be changed afterwards', () => {
  const config = parseConfig({})
  expect(Object.isFrozen(config) && Object.isFrozen(config.aggregator)).toBe(true)
})
