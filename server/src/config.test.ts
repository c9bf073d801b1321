import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { ConfigError, Environment, parseConfig } from './config.ts'
import { usualLimits } from './http/limits.ts'

test('absent values are off or have a safe default', () => {
  expect(parseConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4000,
    isHttps: false,
    logLevel: 'info',
    runsWorker: true,
    aggregator: { mode: undefined },
  })
})

test('the schema of the environment is valid', () => {
  const judge = new Ajv({ strict: false })
  expect(judge.validateSchema(Environment), judge.errorsText()).toBe(true)
})

test('all faults are listed at once, by name', () => {
  const parse = () =>
    parseConfig({ PORT: 'eighty', LOG_LEVEL: 'loud', MOSTRADOR_KEY: 'short', PUBLIC_URL: 'mostrador.mx/' }, [
      'DATABASE_URL',
      'DATABASE_WORKER_URL',
    ])
  expect(parse).toThrow(ConfigError)
  const names = [
    'DATABASE_URL is required',
    'DATABASE_WORKER_URL is required',
    'PORT has to be a number from 0 to 65535',
    'LOG_LEVEL',
    'MOSTRADOR_KEY',
    'PUBLIC_URL',
  ]
  for (const name of names) expect(parse).toThrow(name)
})

test('settings that need each other are among the faults that are listed at once', () => {
  const parse = () =>
    parseConfig({ PORT: 'eighty', SMTP_URL: 'smtp://mail.example.test', BACKUP_KEY: 'short' })
  for (const name of [
    'PORT',
    'MAIL_FROM are set together',
    'BACKUP_KEY has to be',
    'BACKUP_KEY are set together',
  ])
    expect(parse).toThrow(name)
  const key = Buffer.alloc(32).toString('base64')
  const target = { BACKUP_TARGET: 's3://bucket', BACKUP_KEY: key, MOSTRADOR_KEY: key }
  for (const name of ['must differ from MOSTRADOR_KEY', 'BACKUP_S3_SECRET_KEY are required'])
    expect(() => parseConfig(target)).toThrow(name)
})

test('unnamed limits keep their default, and an unknown name is a fault', () => {
  expect(parseConfig({}).limits).toEqual(usualLimits)
  expect(parseConfig({ RATE_LIMITS: 'account=5,signIn=0' }).limits).toEqual({
    ...usualLimits,
    account: 5,
    signIn: 0,
  })
  expect(Object.values(parseConfig({ RATE_LIMITS: 'off' }).limits).every((count) => count === 0)).toBe(true)
  for (const setting of ['accounts=5', 'account', 'account=-1', 'off,account=5', 'account=5;signIn=1'])
    expect(() => parseConfig({ RATE_LIMITS: setting })).toThrow('RATE_LIMITS')
})

test('the schedule of backups names times that exist', () => {
  const parse = (BACKUP_SCHEDULE: string) => () => parseConfig({ BACKUP_SCHEDULE })
  for (const cron of ['30 2 * * *', '*/20 8-20 * * 1-5', '0 0 29 2 *']) expect(parse(cron)).not.toThrow()
  for (const cron of [
    '61 2 * * *',
    '30 25 * * *',
    '*/0 * * * *',
    '0 0 31 2 *',
    '0 0 * * 8',
    '30 2 * *',
    'nightly',
  ])
    expect(parse(cron), cron).toThrow('BACKUP_SCHEDULE has to be five fields of cron')
})

test('an address of a database can be read in all its parts', () => {
  const parse = (DATABASE_URL: string) => () => parseConfig({ DATABASE_URL })
  expect(parse('postgres://mostrador_api:a%25zz@127.0.0.1/mostrador')).not.toThrow()
  for (const address of ['a%zz@127.0.0.1/mostrador', 'a@127.0.0.1/most%zz'])
    expect(parse(`postgres://mostrador_api:${address}`)).toThrow('DATABASE_URL has to be an address')
})

test('a trusted proxy is given by address, network or one of three names', () => {
  const proxies = (setting: string) => parseConfig({ TRUSTED_PROXIES: setting }).trustedProxies
  expect(parseConfig({}).trustedProxies).toEqual([])
  expect(proxies('loopback,10.0.0.0/8,2001:db8::1')).toEqual(['loopback', '10.0.0.0/8', '2001:db8::1'])
  for (const setting of ['1', 'proxy', '10.0.0.0/33', '10.0.0.1/8/8', 'loopback,'])
    expect(() => proxies(setting)).toThrow('TRUSTED_PROXIES')
})

describe('traces', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  const traces = (more: Record<string, string> = {}) => parseConfig({ ...endpoint, ...more }).traces

  test('are off without an endpoint, or when they are switched off', () => {
    expect(parseConfig({}).traces).toBeUndefined()
    expect(parseConfig({ OTEL_SERVICE_NAME: 'caja' }).traces).toBeUndefined()
    expect(traces({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(traces({ OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined()
  })

  test('go below the endpoint of all signals, or to an endpoint of their own', () => {
    expect(traces()).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: '',
      timeoutMs: 10_000,
      serviceName: 'mostrador',
      resourceAttributes: '',
      sampler: 'parentbased_always_on',
      ratio: 1,
    })
    expect(traces({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector/otlp/' })).toMatchObject({
      url: 'http://collector/otlp/v1/traces',
    })
    expect(traces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.mx/in' })).toMatchObject({
      url: 'https://traces.example.mx/in',
    })
    expect(
      traces({ OTEL_EXPORTER_OTLP_HEADERS: 'a=1', OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=2' }),
    ).toMatchObject({ headers: 'b=2' })
    expect(traces({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' })).toMatchObject({
      sampler: 'traceidratio',
      ratio: 0.25,
    })
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'ftp://traces'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'no-value-of-a-secret'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '-7'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_SDK_DISABLED', 'perhaps'],
  ])('%s=%s is a fault by name, without its value', (name, value) => {
    expect(() => traces({ [name]: value })).toThrow(name)
    expect(() => traces({ [name]: value })).not.toThrow(value)
  })
})

test('a mail server and the sender of its mails are set together', () => {
  const mail = {
    SMTP_URL: 'smtps://user:a%40b@mail.example.test',
    MAIL_FROM: 'Mostrador <caja@example.test>',
  }
  expect(parseConfig({}).mail).toBeUndefined()
  expect(parseConfig(mail).mail).toEqual({ url: mail.SMTP_URL, from: mail.MAIL_FROM })
  for (const wrong of [
    { SMTP_URL: mail.SMTP_URL },
    { MAIL_FROM: mail.MAIL_FROM },
    { ...mail, SMTP_URL: 'http://mail.example.test' },
    { ...mail, MAIL_FROM: 'nobody' },
  ])
    expect(() => parseConfig(wrong)).toThrow(/SMTP_URL|MAIL_FROM/)
})

test('the reset of a second factor waits a day, an hour at least', () => {
  expect(parseConfig({}).factorResetHours).toBe(24)
  expect(parseConfig({ MOSTRADOR_FACTOR_RESET_HOURS: '1' }).factorResetHours).toBe(1)
  for (const hours of ['0', '721', '1.5', 'day'])
    expect(() => parseConfig({ MOSTRADOR_FACTOR_RESET_HOURS: hours })).toThrow(
      'MOSTRADOR_FACTOR_RESET_HOURS has to be a number of hours from 1 to 720',
    )
})

test('a secret is never part of the message about it', () => {
  expect(() => parseConfig({ MOSTRADOR_KEY: 'my-secret-key' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('my-secret-key') }),
  )
})

describe('the aggregator’s mode is passed on unchanged, since an unknown one is off and not a fault', () => {
  test.each(['Sandbox', ' sandbox', 'production', 'on'])('%j', (mode) => {
    expect(parseConfig({ VAS_AGGREGATOR_MODE: mode }).aggregator.mode).toBe(mode)
  })
})

test('the value cannot be changed afterwards', () => {
  const config = parseConfig({})
  expect(Object.isFrozen(config) && Object.isFrozen(config.aggregator)).toBe(true)
})
