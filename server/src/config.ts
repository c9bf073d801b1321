import { isIP } from 'node:net'
import { hostname } from 'node:os'
import path from 'node:path'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { limitsOf, usualLimits } from './http/limits.ts'
import { isCrontab } from './jobs/crontab.ts'
import { type Static, Type } from './json-schema.ts'
import { type TraceSampler, type TraceSettings, traceSamplers } from './tracing/settings.ts'

const limitName = `(?:${Object.keys(usualLimits).join('|')})`

export const databaseAddressForm =
  'an address such as postgres://user:password@host:5432/database, with %40 for an @ in the password, and %25 for a %'
const DatabaseAddress = Type.String({ format: 'database', description: databaseAddressForm })

const OtlpAddress = Type.String({
  format: 'otlp',
  description: 'the address of a collector, such as http://127.0.0.1:4318',
})
const Pairs = Type.String({
  default: '',
  pattern: '^$|^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$',
  description: 'name=value,name=value, percent-encoded',
})

/** The usual variables of OpenTelemetry; further ones are read by its libraries. */
const Traces = {
  OTEL_SDK_DISABLED: Type.Unsafe<'true' | 'false'>({
    type: 'string',
    enum: ['true', 'false'],
    default: 'false',
  }),
  OTEL_TRACES_EXPORTER: Type.Unsafe<'otlp' | 'none'>({
    type: 'string',
    enum: ['otlp', 'none'],
    default: 'otlp',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(OtlpAddress),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: Type.Optional(OtlpAddress),
  OTEL_EXPORTER_OTLP_PROTOCOL: Type.Unsafe<'http/json'>({
    type: 'string',
    enum: ['http/json'],
    default: 'http/json',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: Pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: Pairs,
  OTEL_EXPORTER_OTLP_TIMEOUT: Type.Integer({
    default: 10_000,
    minimum: 1,
    maximum: 60_000,
    description: 'a number of milliseconds from 1 to 60000',
  }),
  OTEL_SERVICE_NAME: Type.String({ default: 'mostrador', minLength: 1 }),
  OTEL_RESOURCE_ATTRIBUTES: Pairs,
  OTEL_TRACES_SAMPLER: Type.Unsafe<TraceSampler>({
    type: 'string',
    enum: [...traceSamplers],
    default: 'parentbased_always_on',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'a share from 0 to 1',
  }),
}

export const Environment = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', minLength: 1 }),
  PORT: Type.Integer({ default: 4000, minimum: 0, maximum: 65_535, description: 'a number from 0 to 65535' }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/]+$',
      description: 'an address without a path, such as https://pos.example.mx',
    }),
  ),
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^/]+/?$',
      description: 'an address such as smtps://user:password@host, or smtp://host:587',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^([^<>@\\r\\n]* )?<?[^<>@\\s]+@[^<>@\\s]+>?$',
      description: 'an e-mail address, such as Mostrador <caja@example.mx>',
    }),
  ),
  TRUSTED_PROXIES: Type.String({
    default: '',
    format: 'proxies',
    description: 'addresses or networks, such as loopback,10.0.0.0/8',
  }),
  RATE_LIMITS: Type.String({
    default: '',
    pattern: `^$|^off$|^(${limitName}=\\d{1,9})(,${limitName}=\\d{1,9})*$`,
    description: 'requests per minute, such as account=600,signIn=20, or off',
  }),
  LOG_LEVEL: Type.Unsafe<'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent'>({
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
  }),
  DATABASE_URL: Type.Optional(DatabaseAddress),
  DATABASE_WORKER_URL: Type.Optional(DatabaseAddress),
  DATABASE_ADMIN_URL: Type.Optional(DatabaseAddress),
  // The worker's login at PostgreSQL itself. Given: the two URLs above lead through a pooler in transaction mode.
  DATABASE_DIRECT_URL: Type.Optional(DatabaseAddress),
  // The API's login at a standby server, which reads reports and files.
  DATABASE_REPLICA_URL: Type.Optional(DatabaseAddress),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 16,
    minimum: 2,
    maximum: 200,
    description: 'a number from 2 to 200',
  }),
  MOSTRADOR_DATA_DIR: Type.String({ default: '.mostrador', minLength: 1 }),
  MOSTRADOR_KEY: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: '32 bytes, base64' }),
  ),
  // Tells people where a process runs. Leases on durable work have unique names of their own.
  MOSTRADOR_NODE: Type.String({ default: hostname(), minLength: 1, maxLength: 100 }),
  // Preferably on another disk than the database's: it detects an audit log that was restored to an older
  // state.
  MOSTRADOR_AUDIT_SEALS: Type.Optional(Type.String({ minLength: 1 })),
  // A folder that a restore of the database does not rewind, preferably on another disk.
  MOSTRADOR_AUTHORITY_JOURNAL: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_TARGET: Type.Optional(
    Type.String({
      minLength: 1,
      pattern: '^(?!s3:)|^s3://[^/]+',
      description: 'a folder, or s3://bucket/prefix',
    }),
  ),
  BACKUP_KEY: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: '32 bytes, base64' }),
  ),
  BACKUP_S3_ENDPOINT: Type.String({
    default: 'https://s3.us-east-1.amazonaws.com',
    pattern: '^https?://[^/]+/?$',
    description: 'an address such as https://s3.us-east-1.amazonaws.com',
  }),
  BACKUP_S3_REGION: Type.String({ default: 'us-east-1', minLength: 1 }),
  BACKUP_S3_ACCESS_KEY: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_S3_SECRET_KEY: Type.Optional(Type.String({ minLength: 1 })),
  BACKUP_KEEP_DAYS: Type.Integer({
    default: 14,
    minimum: 1,
    maximum: 3_650,
    description: 'a number of days from 1 to 3650',
  }),
  BACKUP_SCHEDULE: Type.String({
    default: '30 2 * * *',
    pattern: '^[\\d*/,-]+( [\\d*/,-]+){4}$',
    format: 'cron',
    description: 'five fields of cron that name times that exist, such as 30 2 * * *',
  }),
  // Half of what may be lost at most: the rest is the way to the store.
  BACKUP_WAL_SECONDS: Type.Integer({
    default: 30,
    minimum: 1,
    maximum: 30,
    description: 'a number from 1 to 30',
  }),
  MOSTRADOR_METRICS_TOKEN: Type.Optional(
    Type.String({ minLength: 32, maxLength: 200, description: '32 to 200 characters' }),
  ),
  ...Traces,
  MOSTRADOR_OLD_KEYS: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=(,[A-Za-z0-9+/]{43}=)*$',
      description: 'keys of 32 bytes in base64, comma-separated',
    }),
  ),
  // A balancer has to notice within it that this process is not ready.
  MOSTRADOR_DRAIN_SECONDS: Type.Integer({
    default: 5,
    minimum: 0,
    maximum: 60,
    description: 'a number from 0 to 60',
  }),
  // Not a setting: administrators change settings, and the delay protects people from administrators.
  MOSTRADOR_FACTOR_RESET_HOURS: Type.Integer({
    default: 24,
    minimum: 1,
    maximum: 720,
    description: 'a number of hours from 1 to 720',
  }),
  MOSTRADOR_WORKER: Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'], default: 'on' }),
  // Webhooks to private addresses and over plain HTTP: for tests, and where every merchant is trusted.
  MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE: Type.Unsafe<'on' | 'off'>({
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  }),
  MOSTRADOR_DEMO_DAYS: Type.Integer({
    default: 28,
    minimum: 0,
    maximum: 90,
    description: 'a number of days from 0 to 90',
  }),
  // Not an enumeration here: every undeclared value means off, and off is not a fault.
  VAS_AGGREGATOR_MODE: Type.Optional(Type.String()),
  VAS_AGGREGATOR_URL: Type.Optional(
    Type.String({ pattern: '^https?://', description: 'an address such as https://api.example.mx' }),
  ),
  VAS_AGGREGATOR_KEY: Type.Optional(Type.String({ minLength: 1 })),
  VAS_AGGREGATOR_SECRET: Type.Optional(Type.String({ minLength: 1 })),
})

export type Config = ReturnType<typeof parseConfig>

/** An address, a network, or one of the names known to the web framework. */
function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** All faults of the environment, one line each; `main` prints them and exits. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** A setting's. */
export type Name = keyof Static<typeof Environment>

const validators = new Map<string, ValidateFunction>()

/** Compiled once for each list of required names: a process may parse many environments, as tests do. */
function validatorOf(required: readonly Name[]): ValidateFunction {
  const known = validators.get(required.join())
  if (known !== undefined) return known
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: true,
    useDefaults: true,
    removeAdditional: true,
    strict: false,
    // Compiling the schema of schemas takes longer than all else here; a test checks ours by it.
    meta: false,
    validateSchema: false,
  })
  ajv.addFormat('proxies', (text) => text === '' || text.split(',').every(isProxy))
  ajv.addFormat('otlp', (text) => /^https?:\/\//.test(text) && URL.canParse(text))
  ajv.addFormat('database', isDatabaseAddress)
  ajv.addFormat('cron', isCrontab)
  const validate = ajv.compile({ ...Environment, required: [...required], additionalProperties: false })
  validators.set(required.join(), validate)
  return validate
}

/** Also that its parts can be read: a % in a password is written %25. */
export function isDatabaseAddress(text: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) return false
  const { username, password, pathname } = new URL(text)
  return !fails(() => [username, password, pathname].map(decodeURIComponent))
}

function fails(work: () => unknown): boolean {
  try {
    work()
    return false
  } catch {
    return true
  }
}

/**
 * The environment as one frozen value. Absent values are off or have a safe default.
 *
 * @param required names that this command requires
 * @throws ConfigError
 */
export function parseConfig(environment: NodeJS.ProcessEnv, required: readonly Name[] = []) {
  const validate = validatorOf(required)
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in Environment.properties && value !== ''),
  )
  const faultsOfEach = validate(values) ? [] : (validate.errors ?? []).map(faultOf)
  const env = values as Static<typeof Environment>
  const faults = new Set([...faultsOfEach, ...faultsBetween(env)])
  if (faults.size > 0) throw new ConfigError([...faults].join('\n'))
  return Object.freeze({
    backup: backupOf(env),
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    isHttps: env.PUBLIC_URL?.startsWith('https:') ?? false,
    mail:
      env.SMTP_URL === undefined || env.MAIL_FROM === undefined
        ? undefined
        : Object.freeze({ url: env.SMTP_URL, from: env.MAIL_FROM }),
    trustedProxies: Object.freeze(env.TRUSTED_PROXIES === '' ? [] : env.TRUSTED_PROXIES.split(',')),
    limits: Object.freeze(limitsOf(env.RATE_LIMITS)),
    logLevel: env.LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    workerUrl: env.DATABASE_WORKER_URL,
    adminUrl: env.DATABASE_ADMIN_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    replicaUrl: env.DATABASE_REPLICA_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    dataDir: path.resolve(env.MOSTRADOR_DATA_DIR),
    auditSeals: path.resolve(
      env.MOSTRADOR_AUDIT_SEALS ?? path.join(env.MOSTRADOR_DATA_DIR, 'audit-seals.jsonl'),
    ),
    authorityJournal: path.resolve(
      env.MOSTRADOR_AUTHORITY_JOURNAL ?? path.join(env.MOSTRADOR_DATA_DIR, 'authority'),
    ),
    keyEncryptionKey: env.MOSTRADOR_KEY,
    oldKeys: Object.freeze(env.MOSTRADOR_OLD_KEYS?.split(',') ?? []),
    metricsToken: env.MOSTRADOR_METRICS_TOKEN,
    traces: tracesOf(env),
    node: env.MOSTRADOR_NODE,
    demoHistoryDays: env.MOSTRADOR_DEMO_DAYS,
    allowsPrivateWebhooks: env.MOSTRADOR_WEBHOOKS_ALLOW_PRIVATE === 'on',
    drainMs: env.MOSTRADOR_DRAIN_SECONDS * 1_000,
    factorResetHours: env.MOSTRADOR_FACTOR_RESET_HOURS,
    runsWorker: env.MOSTRADOR_WORKER === 'on',
    aggregator: Object.freeze({
      mode: env.VAS_AGGREGATOR_MODE,
      baseUrl: env.VAS_AGGREGATOR_URL,
      apiKey: env.VAS_AGGREGATOR_KEY,
      apiSecret: env.VAS_AGGREGATOR_SECRET,
    }),
  })
}

/** What is wrong with a variable, and how it is made or what it has to be; never its value, which may be a secret. */
function faultOf({ instancePath, params, message }: ErrorObject): string {
  const name = instancePath.slice(1) || (params['missingProperty'] as string)
  if (name === 'MOSTRADOR_KEY')
    return 'MOSTRADOR_KEY has to be 32 bytes in base64. Make one with: openssl rand -base64 32'
  if (name === 'BACKUP_KEY')
    return 'BACKUP_KEY has to be 32 bytes in base64. Make one with: mostrador keys new'
  if (params['missingProperty'] !== undefined)
    return name === 'DATABASE_ADMIN_URL'
      ? `${name} is required: a login with CREATEROLE that owns the database`
      : `${name} is required; mostrador setup writes it to a file, which --env FILE reads`
  if (params['allowedValues'] !== undefined)
    return `${name} has to be one of ${(params['allowedValues'] as string[]).join(', ')}`
  const { description } = Environment.properties[name as keyof typeof Environment.properties] as {
    description?: string
  }
  return `${name} ${description === undefined ? message : `has to be ${description}`}`
}

/** What is wrong with settings that need each other, or must not be the same. */
function faultsBetween(env: Static<typeof Environment>): string[] {
  const { SMTP_URL, MAIL_FROM, BACKUP_TARGET, BACKUP_KEY, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY } = env
  const hasS3Keys = BACKUP_S3_ACCESS_KEY !== undefined && BACKUP_S3_SECRET_KEY !== undefined
  const rules: readonly (readonly [isBroken: boolean, message: string])[] = [
    [
      (SMTP_URL === undefined) !== (MAIL_FROM === undefined),
      'SMTP_URL and MAIL_FROM are set together: the mail server, and the sender of its mails',
    ],
    [
      (BACKUP_TARGET === undefined) !== (BACKUP_KEY === undefined),
      'BACKUP_TARGET and BACKUP_KEY are set together: where backups go, and the key that encrypts them. Make one with: mostrador keys new',
    ],
    [
      BACKUP_KEY !== undefined && BACKUP_KEY === env.MOSTRADOR_KEY,
      'BACKUP_KEY must differ from MOSTRADOR_KEY, which is in the backup. Make one with: mostrador keys new',
    ],
    [
      isBucket(BACKUP_TARGET) && !hasS3Keys,
      'BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY are required for a target like s3://bucket/prefix',
    ],
  ]
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => message)
}

const isBucket = (target: string | undefined): boolean => target?.startsWith('s3://') ?? false

/** Undefined: the backups go to a folder. */
function s3Of(env: Static<typeof Environment>) {
  const { BACKUP_TARGET: target, BACKUP_S3_ACCESS_KEY: accessKey, BACKUP_S3_SECRET_KEY: secretKey } = env
  if (!isBucket(target) || accessKey === undefined || secretKey === undefined) return undefined
  return Object.freeze({
    endpoint: env.BACKUP_S3_ENDPOINT,
    region: env.BACKUP_S3_REGION,
    accessKey,
    secretKey,
  })
}

/** Undefined: nothing is traced. */
function tracesOf(env: Static<typeof Environment>): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env
  const isOff = env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none'
  const url = own ?? endpoint?.replace(/\/?$/, '/v1/traces')
  if (isOff || url === undefined) return undefined
  return Object.freeze({
    url,
    headers: env.OTEL_EXPORTER_OTLP_TRACES_HEADERS || env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: env.OTEL_EXPORTER_OTLP_TIMEOUT,
    serviceName: env.OTEL_SERVICE_NAME,
    resourceAttributes: env.OTEL_RESOURCE_ATTRIBUTES,
    sampler: env.OTEL_TRACES_SAMPLER,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  })
}

/** Undefined: no backups are made. */
function backupOf(env: Static<typeof Environment>) {
  const { BACKUP_TARGET: target, BACKUP_KEY: key } = env
  if (target === undefined || key === undefined) return undefined
  return Object.freeze({
    target: isBucket(target) ? target : path.resolve(target),
    s3: s3Of(env),
    key: Buffer.from(key, 'base64'),
    walSeconds: env.BACKUP_WAL_SECONDS,
    keepDays: env.BACKUP_KEEP_DAYS,
    schedule: env.BACKUP_SCHEDULE,
  })
}

/**
 * The sealing key and, after it, previous keys that still open values; 32 bytes each. For commands that
 * require `MOSTRADOR_KEY`.
 */
export function keysOf({ keyEncryptionKey, oldKeys }: Config): readonly [Buffer, ...Buffer[]] {
  if (keyEncryptionKey === undefined) throw new TypeError('the command runs on a checked configuration')
  return [Buffer.from(keyEncryptionKey, 'base64'), ...oldKeys.map((key) => Buffer.from(key, 'base64'))]
}
