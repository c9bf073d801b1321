import path from 'node:path'
import { systemClock } from '../adapters/clock/clock.ts'
import { type Restored, restore as restoreDatabase } from '../backup/restore.ts'
import { clusterDirOf, keptFiles, spoolDirOf } from '../backup/service.ts'
import { parseConfig } from '../config.ts'
import { readArguments } from './arguments.ts'
import { requiredBackup, vaultOf } from './backups.ts'

export const usage = `Usage: mostrador restore --to <time>|latest [--from TARGET] [--data FOLDER] [--backup ID] [--timeline NUMBER]

  --to        the moment, such as 2026-11-23T09:41:00-06:00; or latest
  --from      where the backups are (default: BACKUP_TARGET)
  --data      the data folder (default: MOSTRADOR_DATA_DIR); it must have no database
  --backup    the backup to start from (default: the last one before the moment)
  --timeline  the timeline to follow (default: the newest), for a moment that an earlier restore has left behind`

/** `mostrador restore`: see docs/backup.md. */
export async function run(environment: NodeJS.ProcessEnv, args: readonly string[]): Promise<void> {
  const asked = readArguments(args, usage, form, ({ values }) => ({
    ...values,
    until: momentOf(values.to),
    timeline: values.timeline === undefined ? undefined : timelineOf(values.timeline),
  }))
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
      until: asked.until,
      timeline: asked.timeline,
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

const form = {
  options: {
    to: { type: 'string' },
    from: { type: 'string' },
    data: { type: 'string' },
    backup: { type: 'string' },
    timeline: { type: 'string' },
  },
} as const

/** A time without its zone would be another moment on another machine. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

function momentOf(text: string | undefined): Date | undefined {
  if (text === 'latest') return undefined
  if (text !== undefined && instant.test(text)) {
    const moment = new Date(text)
    if (!Number.isNaN(moment.getTime())) return moment
  }
  throw new Error(`${text === undefined ? '--to is missing' : `--to ${text} is not a time with its zone`}.`)
}

function timelineOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--timeline ${text} is not a number.`)
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
      'Then, while it runs, decide what waits and open it again: on the page Restauración of the administration, or with the settings of\n' +
      'the server: mostrador authority reconcile (docs/authority.md)',
  )
}
