import path from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../adapters/clock/clock.ts'
import { type Restored, restore as restoreDatabase } from '../backup/restore.ts'
import { clusterDirOf, keptFiles, spoolDirOf } from '../backup/service.ts'
import { ConfigError, parseConfig } from '../config.ts'
import { requiredBackup, vaultOf } from './backups.ts'

export const usage = `Usage: mostrador restore --to <time>|latest [--from TARGET] [--data FOLDER] [--backup ID] [--timeline NUMBER]

  --to        the moment, such as 2026-11-23T09:41:00-06:00; or latest
  --from      where the backups are (default: BACKUP_TARGET)
  --data      the data folder (default: MOSTRADOR_DATA_DIR); it must have no database
  --backup    the backup to start from (default: the last one before the moment)
  --timeline  the timeline to follow (default: the newest), for a moment that an earlier restore has left behind`

/** `mostrador restore`: see docs/backup.md. */
export async function run(environment: NodeJS.ProcessEnv): Promise<void> {
  const asked = argumentsOf()
  const config = parseConfig({
    ...environment,
    ...(asked.from !== undefined && { BACKUP_TARGET: asked.from }),
    ...(asked.data !== undefined && { MOSTRADOR_DATA_DIR: asked.data }),
  })
  const vault = vaultOf(requiredBackup(config))
  try {
    const restored = await restoreDatabase({
      vault,
      clusterDir: clusterDirOf(config),
      spoolDir: spoolDirOf(config),
      until: momentOf(asked.to),
      timeline: asked.timeline === undefined ? undefined : timelineOf(asked.timeline),
      backupId: asked.backup,
      files: keptFiles(config),
      clock: systemClock,
      say: (line) => console.log(line),
    })
    report(restored, path.relative(process.cwd(), config.dataDir) || '.')
  } finally {
    vault.store.close()
  }
}

function argumentsOf() {
  try {
    return parseArgs({
      args: process.argv.slice(3),
      options: {
        to: { type: 'string' },
        from: { type: 'string' },
        data: { type: 'string' },
        backup: { type: 'string' },
        timeline: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}\n${usage}`)
  }
}

/** A time without its zone would be another moment on another machine. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

function momentOf(text: string | undefined): Date | undefined {
  if (text === 'latest') return undefined
  if (text !== undefined && instant.test(text)) {
    const moment = new Date(text)
    if (!Number.isNaN(moment.getTime())) return moment
  }
  throw new ConfigError(
    `${text === undefined ? '--to is missing' : `--to ${text} is not a time with its zone`}.\n${usage}`,
  )
}

function timelineOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new ConfigError(`--timeline ${text} is not a number.\n${usage}`)
}

function report({ backup, lastCommitAt, files, settingsFile }: Restored, dataDir: string): void {
  console.log(
    `Restored ${dataDir} from the backup ${backup.id}. Its last transaction is of ${lastCommitAt?.toISOString() ?? backup.finishedAt}.`,
  )
  for (const { name, place, isRestored } of files)
    console.log(
      isRestored
        ? `  ${place}: restored`
        : `  ${place}: kept, which is as new as ${name} of the backup or newer`,
    )
  if (settingsFile !== undefined)
    console.log(`  ${settingsFile}: MOSTRADOR_KEY, as it was when the backup was made`)
  console.log(
    'Start the server: it finds that the database was restored, ends all sessions, and takes away again what was taken away since.\n' +
      'Then decide what waits, and open it again: mostrador authority reconcile (docs/authority.md)',
  )
}
