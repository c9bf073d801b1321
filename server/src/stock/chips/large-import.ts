import type { Database } from '../../database/database.ts'
import type { Job, Stopped } from '../../jobs/jobs.ts'
import { Problem } from '../../problem/problem.ts'
import type { OpenWorkbook } from '../../spreadsheet/workbook.ts'
import * as queries from './import-queries.ts'
import { assertNew, type ReadFile, readUnits, rowsAtOnce, type Sealer, stock } from './stocking.ts'

interface Dependencies {
  readonly database: Database
  readonly openWorkbook: OpenWorkbook
  readonly sealer: Sealer
}

/** The result of a run that succeeded. */
interface Done {
  readonly importId: string | null
  readonly storeId: string
  readonly fileName: string
  readonly sheetName: string | null
  readonly rowCount: number | null
  readonly isDryRun: boolean
}

/** Faults repeated in the result of a run; the import's own resource has more of them. */
const faultsReported = 500

/** The context that a waiting file is sealed for: no other run can open it. */
export const fileContext = (id: string) => `chip file:${id}`

/**
 * Imports a stored file under the id of its run. Reading may be repeated any number of times; stock is
 * written by one transaction, which also ends the run and deletes the file, so a crash leaves all or nothing.
 */
export function chipImportJob(dependencies: Dependencies): Job<Done, { readonly importId: string }> {
  // A file is held in memory while it is read, so a process reads one at a time.
  let previous: Promise<unknown> = Promise.resolve()
  return {
    // The input as stock.stage_chip_import queues it.
    name: 'vas.chips.import',
    attempts: 6,
    firstPauseMs: 2_000,
    run: ({ importId }, { isLast }) => {
      const mine = previous.then(() => carryOut(dependencies, importId, isLast))
      previous = mine.catch(() => {})
      return mine
    },
  }
}

/** Ends runs that have not completed within three days, and deletes their files; returns how many. */
export const stopOldImports = (database: Database) => () => database.worker(queries.stopOld)

/** Deletes the faults of files that were refused thirty days ago, in batches; returns how many files. */
export const forgetFaults = (database: Database) => () => database.worker(queries.forgetFaults)

async function carryOut(
  dependencies: Dependencies,
  id: string,
  isLastAttempt: boolean,
): Promise<Done | Stopped> {
  const { database } = dependencies
  const kept = await database.worker((tx) => queries.keptRun(tx, id))
  if (kept.status !== 'RUNNING') return report(id, kept)
  try {
    await importKept(dependencies, id, kept)
  } catch (error) {
    const end = endingOf(error, isLastAttempt)
    if (end === undefined) throw error
    await database.worker((tx) => queries.finish(tx, id, end))
    // An internal error: the run ends for its store and counts as failed.
    if (!(error instanceof Problem)) throw error
  }
  return report(id, await database.worker((tx) => queries.keptRun(tx, id)))
}

async function importKept(
  { database, openWorkbook, sealer }: Dependencies,
  id: string,
  kept: queries.KeptRun,
) {
  // Checked before the work as well as in its transaction, so that no file is read in vain.
  await database.worker((tx) => assume(tx, id))
  const sheet = await openWorkbook(sealer.open(kept.fileSealed as Buffer, fileContext(id)))
  const note = async (counts: queries.RunCounts): Promise<void> => {
    await database.worker((tx) => queries.note(tx, id, counts))
  }
  let noted = 0
  const file = await readUnits(sheet, sealer, async (checked) => {
    if (checked < noted + rowsAtOnce) return
    noted = checked
    await note({ checked, total: null, imported: 0 })
  })
  const { rowCount } = file.read
  const counts = { checked: rowCount, total: rowCount }
  await note({ ...counts, imported: 0 })
  await database.worker(async (tx) => {
    await assume(tx, id)
    if (kept.isDryRun) await assertNew(tx, kept, file)
    else await stock(tx, kept, entryOf(id, kept, file), file, (imported) => note({ ...counts, imported }))
    const status = kept.isDryRun ? 'CHECKED' : 'IMPORTED'
    await queries.finish(tx, id, { status, sheetName: sheet.name, rowCount, carriers: file.carriers })
  })
}

/** @throws Problem `permission_missing` · `merchant_suspended` · `merchant_unverified` · `invalid_transition` */
async function assume(tx: Parameters<typeof queries.assume>[0], id: string): Promise<void> {
  const reason = await queries.assume(tx, id)
  if (reason !== null) throw new Problem(reason)
}

function entryOf(id: string, { productId, fileName, fileHash }: queries.KeptRun, { read, sheet }: ReadFile) {
  return { id, productId, fileName, fileHash, sheetName: sheet.name, rowCount: read.rowCount }
}

/** The result by which an error ends a run; undefined when it should be retried. */
function endingOf(error: unknown, isLastAttempt: boolean) {
  if (error instanceof Problem && error.status < 500)
    return { status: error.status === 403 ? 'STOPPED' : 'REFUSED', problem: problemOf(error) } as const
  return isLastAttempt
    ? ({ status: 'STOPPED', problem: problemOf(new Problem('internal')) } as const)
    : undefined
}

function problemOf({ code, status, title, options }: Problem): queries.RunProblem {
  const { detail, extras } = options
  return {
    ...extras,
    type: `/docs/problems#${code}`,
    title,
    status,
    code,
    ...(detail !== undefined && { detail }),
  }
}

function report(id: string, kept: queries.KeptRun): Done | Stopped {
  const { storeId, fileName, sheetName, rowCount, isDryRun, problem } = kept
  if (problem === null)
    return { importId: isDryRun ? null : id, storeId, fileName, sheetName, rowCount, isDryRun }
  const { rows } = problem as { rows?: readonly unknown[] }
  const faults = rows && { rows: rows.slice(0, faultsReported) }
  return { stopped: problem.code, report: { ...problem, ...faults } }
}
