import { type PrinterConnection, PrinterFault } from './connection.ts'
import { askPrinted, askStatus, printedOf, statusBytes, statusOf } from './printer-status.ts'

/** Bytes for the printer. */
export interface PrintJob {
  /** Opens the drawer, before anything is printed and also without paper. */
  readonly kick?: Uint8Array
  readonly paper?: Uint8Array
}

/**
 * What is known of a job. `printed`: the printer said so. `sent`: it took the bytes and cannot tell more. `unknown`:
 * it used to tell, and did not this time.
 */
export type Printed = 'printed' | 'sent' | 'unknown'

const statusWithinMs = 700
/**
 * A cheap printer prints 50 mm a second, and a kilobyte is hardly more than that. The bridge refuses to wait longer than this for
 * the most bytes that it takes.
 */
const printedWithinMs = (bytes: Uint8Array) => 3_000 + bytes.length * 2

/**
 * Sends a job, and finds out what became of it.
 *
 * @param isAnswering whether this printer answers questions; `null` when nobody knows
 * @throws PrinterFault
 */
export async function runJob(
  connection: PrinterConnection,
  { kick, paper }: PrintJob,
  isAnswering: boolean | null,
): Promise<{ printed: Printed; isAnswering: boolean }> {
  if (isAnswering === false) {
    await connection.exchange(joined(kick, paper), { answerBytes: 0, withinMs: 0 })
    return { printed: 'sent', isAnswering }
  }
  const asked = { answerBytes: statusBytes, withinMs: statusWithinMs }
  const status = statusOf(await connection.exchange(joined(kick, askStatus), asked))
  if (status === 'silent') {
    // A printer that always answers is switched off, or stuck: its bytes would come out some time later.
    if (isAnswering === true) throw new PrinterFault('silent')
    if (paper !== undefined) await connection.exchange(paper, { answerBytes: 0, withinMs: 0 })
    return { printed: 'sent', isAnswering: false }
  }
  if (paper === undefined) return { printed: 'sent', isAnswering: true }
  if (status !== null) throw new PrinterFault(status)
  return { printed: await outcomeOf(connection, paper), isAnswering: true }
}

async function outcomeOf(connection: PrinterConnection, paper: Uint8Array): Promise<Printed> {
  const wanted = { answerBytes: 1, withinMs: printedWithinMs(paper) }
  const printed = printedOf(await connection.exchange(joined(paper, askPrinted), wanted))
  if (printed === 'printed') return printed
  if (printed === 'paper_out') throw new PrinterFault('paper_out', { isBegun: true })
  // Without paper a printer stops before it comes to the question: asked again, it says why.
  const asked = { answerBytes: statusBytes, withinMs: statusWithinMs }
  const status = statusOf(await connection.exchange(askStatus, asked))
  if (status !== null) throw new PrinterFault(status, { isBegun: true })
  return 'unknown'
}

function joined(...parts: readonly (Uint8Array | undefined)[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...(part ?? [])]))
}
