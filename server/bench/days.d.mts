import type { Act } from './demand.mjs'

/** A row of the report: an act in an hour. */
export interface HourRow {
  /** Of the shops' clock. */
  readonly startMs: number
  readonly act: Act
  /** How many the model expects, came, were answered otherwise than by a refusal, and were refused. */
  readonly expected: number
  readonly came: number
  readonly done: number
  readonly refused: number
  /** By the server's clock. */
  readonly cameASecond: number
  readonly doneASecond: number
  /** From when it was due until its last answer. */
  readonly p50Ms: number
  readonly p99Ms: number
  /** How much later than it was due one was sent, at most. */
  readonly lateMs: number
}

/**
 * Drives shop days against a server of its own, on a database that is migrated and empty. Returns each difference, in words,
 * between what tills were told and what the database holds. `onLeftOut`: an act that a cluster refuses, or the order of
 * events.
 */
export function driveOn(
  database: { readonly adminUrl: string; readonly apiUrl: string; readonly workerUrl: string },
  options: {
    merchants: number
    seed: number
    fromMs: number
    hours: number
    scale: number
    /** Sales before it begins. */
    rows: number
    add: (row: HourRow) => void
    onLeftOut: (left: { act: Act | 'events'; why: string }) => void
  },
): Promise<string[]>
