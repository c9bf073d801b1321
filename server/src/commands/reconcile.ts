import { createKeyring } from '../adapters/keys/keyring.ts'
import { aggregatorsOf } from '../compose.ts'
import { keysOf, parseConfig } from '../config.ts'
import { createLogger } from '../logger.ts'
import { connectionsService } from '../shop/connections/service.ts'
import { noteDay } from '../vas/sales/nightly-reconciliation.ts'
import { type Difference, reconcileDay } from '../vas/sales/reconciliation.ts'
import { readArguments } from './arguments.ts'
import { databaseForCommand } from './database.ts'

export const usage = `Usage: mostrador reconcile [--day YYYY-MM-DD]

  Prints each difference between a day's sales, the books and the provider's list; exits 1 when there is one.

  --day  the day (default: yesterday)`

/**
 * `mostrador reconcile [--day YYYY-MM-DD]`: prints every difference between a day's sales, the books and the
 * provider's list; exits 1 when there are any. A day that has ended then counts as compared, with the differences
 * that are left. The sandbox's provider runs in the serving process: stop that first.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const { day } = readArguments(args, usage, { options: { day: { type: 'string' } } }, ({ values }) => {
    if (values.day !== undefined && !isDay(values.day)) throw new Error('--day needs a date: YYYY-MM-DD')
    return { day: values.day }
  })
  const config = parseConfig(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const logger = createLogger(config.logLevel)
  const { selling, settling } = aggregatorsOf(config, logger)
  const database = databaseForCommand(config, logger)
  try {
    const sealer = createKeyring(keysOf(config))
    const connections = connectionsService({ database, sealer, provider: selling })
    const parts = { database, connections, aggregators: settling }
    const report = await reconcileDay(parts, day)
    await noteDay(parts, report)
    const { saleCount, recordCount, differences } = report
    for (const difference of differences) console.log(line(difference))
    console.log(
      `${report.day}: ${saleCount} sales, ${recordCount} transactions at the provider, ${differences.length} differences`,
    )
    if (differences.length > 0) process.exitCode = 1
  } finally {
    await Promise.all(settling.map((aggregator) => aggregator.close()))
    await database.close()
  }
}

function line({ kind, saleId, folio, externalId, connectionId, ours, theirs }: Difference): string {
  const subject = saleId === undefined ? (externalId ?? 'the whole day') : `${saleId} (${folio})`
  const account = connectionId === undefined ? '' : ` · connection ${connectionId}`
  return `${kind.padEnd(16)} ${subject}${account} · ours: ${ours} · theirs: ${theirs}`
}

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
