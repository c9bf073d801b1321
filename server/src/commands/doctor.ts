import path from 'node:path'
import { chooseAggregator } from '../adapters/aggregator/choose.ts'
import { AggregatorMisconfigured } from '../adapters/aggregator/misconfigured.ts'
import { readBackupMarks, readCopyMark } from '../adapters/backups/mark-files.ts'
import { systemClock } from '../adapters/clock/clock.ts'
import { type Config, ConfigError, parseConfig } from '../config.ts'
import { connectionFaultOf, type Examination, examineDatabase } from '../database/examine.ts'
import { replicaStateOf } from '../database/replica-state.ts'
import { databaseFindings } from '../doctor/database.ts'
import { error, errorFrom, type Finding } from '../doctor/finding.ts'
import {
  certificateFinding,
  configurationFindings,
  diskFindings,
  journalFinding,
  serverFinding,
} from '../doctor/machine.ts'
import {
  archiveFinding,
  backupFinding,
  elsewhereFinding,
  journalsElsewhere,
  markFindings,
  modeFinding,
  noBackupFinding,
  providerFinding,
  unusedTargetFinding,
} from '../doctor/outside.ts'
import { queueFindings } from '../doctor/queue.ts'
import { replicaFinding } from '../doctor/replica.ts'
import { createLogger } from '../logger.ts'
import { type Gauges, monitoringService } from '../platform/monitoring/service.ts'
import { Problem } from '../problem/problem.ts'
import { version } from '../version.ts'
import { readArguments } from './arguments.ts'
import { vaultOf } from './backups.ts'
import { bundledSettings } from './bundled.ts'
import { databaseForCommand } from './database.ts'

export const usage = `Usage: mostrador doctor [--json]

  Checks an installation, whether its server runs or not, and changes nothing. One line for each finding, with what to do
  about it; exits 1 when there is an error.

  --json  the findings as JSON: {"version", "findings": [{"check", "state", "text", "todo"}]}`

/** `mostrador doctor`: see docs/upgrade.md. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const options = { json: { type: 'boolean', default: false } } as const
  const isJson = readArguments(args, usage, { options }, ({ values }) => values.json)
  const findings = await examined(environment)
  if (isJson) console.log(JSON.stringify({ version, findings }, null, 2))
  else print(findings)
  if (findings.some(({ state }) => state === 'error')) process.exitCode = 1
}

function print(findings: readonly Finding[]): void {
  for (const { check, state, text, todo } of findings)
    console.log(`${state.padEnd(8)} ${check.padEnd(13)} ${text}${todo === undefined ? '' : ` ${todo}`}`)
  const count = (state: Finding['state']) => findings.filter((each) => each.state === state).length
  console.log(`${findings.length} findings: ${count('error')} errors, ${count('warning')} warnings`)
}

/** All findings about the installation with these settings, in the order in which they are printed. */
export async function examined(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  let config: Config
  try {
    config = parseConfig(environment)
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault
    return configurationFindings(fault.message)
  }
  const { urls, findings } = await addressesOf(config, environment)
  const fault = urls && (await faultOfAddresses(urls, config))
  const found = urls !== undefined && fault === undefined ? await examineDatabase(urls) : undefined
  const isUnread = urls === undefined || found === undefined || found.standing.kind === 'unprepared'
  const waiting = isUnread ? undefined : await queue(config, urls)
  return [
    ...findings,
    ...(fault === undefined ? [] : [fault]),
    ...(found === undefined ? [] : databaseFindings(found)),
    ...(urls === undefined || found === undefined || config.replicaUrl === undefined
      ? []
      : [replicaFinding(await replicaStateOf({ ...urls, replicaUrl: config.replicaUrl }))]),
    await serverFinding(config.host, config.port),
    ...(waiting?.findings ?? []),
    ...(await diskFindings(foldersOf(config))),
    ...[await journalFinding(config.authorityJournal)].filter((each) => each !== undefined),
    ...(await backups(config, found, waiting?.gauges ?? [])),
    await provider(config),
    ...[await certificateFinding(config.publicUrl)].filter((each) => each !== undefined),
  ]
}

interface Addresses {
  readonly apiUrl: string
  readonly workerUrl: string
}

/** From the settings; without them, those of the bundled PostgreSQL if it runs, for a demo for example. */
async function addressesOf(
  config: Config,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly urls?: Addresses; readonly findings: readonly Finding[] }> {
  try {
    const bundled = await bundledSettings(config)
    if (bundled !== undefined)
      return {
        urls: { apiUrl: bundled.DATABASE_URL, workerUrl: bundled.DATABASE_WORKER_URL },
        findings: [],
      }
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault
    return { findings: [errorFrom('database', fault.message)] }
  }
  const { databaseUrl: apiUrl, workerUrl } = config
  const findings = missingSettings(environment)
  return apiUrl === undefined || workerUrl === undefined
    ? { findings }
    : { urls: { apiUrl, workerUrl }, findings }
}

/** What `serve` would not start without. */
function missingSettings(environment: NodeJS.ProcessEnv): Finding[] {
  try {
    parseConfig(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
    return []
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault
    return configurationFindings(fault.message)
  }
}

async function faultOfAddresses(
  { apiUrl, workerUrl }: Addresses,
  { directUrl }: Config,
): Promise<Finding | undefined> {
  const fault =
    (await connectionFaultOf(apiUrl, 'DATABASE_URL')) ??
    (await connectionFaultOf(workerUrl, 'DATABASE_WORKER_URL')) ??
    (directUrl === undefined ? undefined : await connectionFaultOf(directUrl, 'DATABASE_DIRECT_URL'))
  if (fault === undefined) return undefined
  const { text, ...rest } = errorFrom('database', fault)
  return { ...rest, text: `The database cannot be reached, so it was not checked: ${text}` }
}

/** What waits, and the figures that say so; none when they cannot be read. */
async function queue(
  config: Config,
  { apiUrl, workerUrl }: Addresses,
): Promise<{ readonly findings: readonly Finding[]; readonly gauges: Gauges }> {
  const database = databaseForCommand({ ...config, databaseUrl: apiUrl, workerUrl }, createLogger('silent'))
  try {
    const gauges = await monitoringService({ database }).gauges()
    return { findings: queueFindings(gauges), gauges }
  } catch (fault) {
    const { message } =
      fault instanceof Problem ? ((fault.cause as Error | undefined) ?? fault) : (fault as Error)
    const unread = error('queue', `The queue cannot be read: ${message}.`, 'Run: mostrador migrate')
    return { findings: [unread], gauges: [] }
  } finally {
    await database.close()
  }
}

/** The folders into which the product writes. */
function foldersOf({ dataDir, auditSeals, authorityJournal, backup }: Config): string[] {
  const isFolder = backup !== undefined && backup.s3 === undefined
  return [dataDir, path.dirname(auditSeals), authorityJournal, ...(isFolder ? [backup.target] : [])]
}

/** `mostrador backup` backs up the bundled PostgreSQL, and pgBackRest an own one. */
async function backups(config: Config, found: Examination | undefined, gauges: Gauges): Promise<Finding[]> {
  const now = systemClock.now()
  const unarchivedMs = 1_000 * (gauges.find(({ name }) => name === 'wal_unarchived_seconds')?.value ?? 0)
  if (config.databaseUrl !== undefined)
    return [
      ...(found === undefined ? [] : [archiveFinding(found.archive, unarchivedMs, now)]),
      ...markFindings(await readBackupMarks(config.dataDir), now),
      ...(await Promise.all(
        journalsElsewhere(config).map(async (each) =>
          elsewhereFinding(each, await readCopyMark(each.folder), now),
        ),
      )),
      ...(config.backup === undefined ? [] : [unusedTargetFinding()]),
    ]
  if (config.backup === undefined) return [noBackupFinding()]
  const vault = vaultOf(config.backup)
  try {
    return [await backupFinding(vault, now)]
  } finally {
    vault.store.close()
  }
}

async function provider({ aggregator, dataDir }: Config): Promise<Finding> {
  const { mode } = aggregator
  // Only the server that runs the sandbox may open its files.
  if (mode !== 'staging' && mode !== 'live') return modeFinding(mode, undefined)
  const settings = { ...aggregator, clock: systemClock, dir: path.join(dataDir, 'simulator') }
  let chosen: ReturnType<typeof chooseAggregator>
  try {
    chosen = chooseAggregator(mode, settings)
  } catch (fault) {
    if (!(fault instanceof AggregatorMisconfigured)) throw fault
    return modeFinding(mode, fault.message)
  }
  try {
    return await providerFinding(chosen)
  } finally {
    await chosen.close()
  }
}
