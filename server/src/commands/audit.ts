import { sealFile } from '../adapters/journals/seal-file.ts'
import { createSealSigner } from '../adapters/keys/seal-signer.ts'
import { verifyAudit } from '../audit/log/verifying.ts'
import { keysOf } from '../config.ts'
import { createLogger } from '../logger.ts'
import { readArguments } from './arguments.ts'
import { configBeside } from './bundled.ts'
import { databaseForCommand } from './database.ts'

export const usage = `Usage: mostrador audit verify

  Lists every entry that was changed, deleted or inserted since it was sealed, and every altered seal; exits 1 when there is one.`

/**
 * `mostrador audit verify`: prints every entry of the audit log that was changed, deleted or inserted since
 * it was sealed, and every altered seal; exits 1 when there are any.
 */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  readArguments(args, usage, { allowPositionals: true }, ({ positionals }) =>
    positionals.join(' ') === 'verify' ? true : undefined,
  )
  const config = await configBeside(environment, ['DATABASE_URL', 'DATABASE_WORKER_URL', 'MOSTRADOR_KEY'])
  const database = databaseForCommand(config, createLogger(config.logLevel))
  try {
    const signer = createSealSigner(keysOf(config))
    const report = await verifyAudit({ database, signer, journal: sealFile(config.auditSeals) })
    for (const { kind, subject } of report.faults) console.log(`${kind.padEnd(22)} ${subject}`)
    console.log(
      `${report.entryCount} entries in ${report.sealCount} seals, ${report.waitingCount} not sealed yet, ` +
        `${report.faults.length} faults`,
    )
    if (report.faults.length > 0) process.exitCode = 1
  } finally {
    await database.close()
  }
}
