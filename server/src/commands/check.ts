import { createLogger } from '../logger.ts'
import { checkLedger } from '../money/ledger/checking.ts'
import { checkStock } from '../stock/levels/checking.ts'
import { readArguments } from './arguments.ts'
import { configBeside } from './bundled.ts'
import { databaseForCommand } from './database.ts'

export const usage = `Usage: mostrador check

  Lists every fault in the ledger and in the stock of all merchants; exits 1 when there is one.`

/**
 * `mostrador check`: prints every fault in the books and in the stock of all merchants; exits 1 when there are any. The numbers of
 * faults replace those of the last night.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  readArguments(args, usage, {}, () => true)
  const config = await configBeside(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL'])
  const logger = createLogger(config.logLevel)
  const database = databaseForCommand(config, logger)
  try {
    const books = await checkLedger(database, logger)
    for (const { merchantId, fault, expectedCentavos, foundCentavos } of books.faults)
      console.log(`ledger  merchant ${merchantId} · ${fault}${values(expectedCentavos, foundCentavos)}`)
    const stock = await checkStock(database, logger)
    for (const { merchantId, id, fault, expected, found } of stock.faults)
      console.log(`stock   merchant ${merchantId} · ${id} · ${fault}${values(expected, found)}`)
    console.log(
      `${books.merchants} merchants: ${books.faults.length} faults in the ledger, ${stock.faults.length} in the stock`,
    )
    if (books.faults.length + stock.faults.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}

function values(expected: number | null, found: number | null): string {
  return expected === null && found === null ? '' : ` · expected: ${expected} · found: ${found}`
}
