import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { lockJournal } from './journal-lock.ts'
import type { Status } from './statuses.ts'

/** An event of a transaction or the account. Amounts are centavos, times RFC 3339 UTC. */
export type JournalEntry =
  | {
      readonly kind: 'opened'
      readonly at: string
      readonly seed: string
      readonly availableCentavos: number
    }
  | CreatedEntry
  /** `dueAt` null: stays submitted forever. */
  | {
      readonly kind: 'confirmed'
      readonly at: string
      readonly id: number
      readonly dueAt: string | null
      readonly status: Status
    }
  | { readonly kind: 'canceled'; readonly at: string; readonly id: number }
  | { readonly kind: 'settled'; readonly at: string; readonly id: number; readonly status: Status }
  | { readonly kind: 'reversed'; readonly at: string; readonly id: number }
  /** Declined, and delivered after all. */
  | { readonly kind: 'corrected'; readonly at: string; readonly id: number }
  | { readonly kind: 'deposited'; readonly at: string; readonly amountCentavos: number }

export interface CreatedEntry {
  readonly kind: 'created'
  readonly at: string
  readonly id: number
  readonly externalId: string
  readonly productId: number
  readonly mobileNumber?: string | undefined
  readonly accountNumber?: string | undefined
  readonly purchaserId?: string | undefined
  readonly callbackUrl?: string | undefined
  readonly faceCentavos: number
  /** The wholesale price, moved from available to holding. */
  readonly heldCentavos: number
  readonly expiresAt: string
}

export interface Journal {
  /** Everything written so far, in order. */
  read(): JournalEntry[]
  /** Writes all of `entries` or, when it throws, none. */
  append(entries: readonly JournalEntry[]): void
  close(): void
}

/** The journal cannot be read, or another process wrote to it. */
export class JournalFault extends Error {
  override readonly name = 'JournalFault'
}

export function memoryJournal(): Journal {
  const written: JournalEntry[] = []
  return {
    read: () => [...written],
    append: (entries) => void written.push(...entries),
    close: () => undefined,
  }
}

/** Interval at which the file is checked for other writers; each check is a system call. */
const checkEveryMs = 1_000

/**
 * `<dir>/simulator.jsonl`, one entry per line, append-only. Each append has reached the operating system when
 * it returns, so a killed process loses nothing; `isFsynced` also survives a power cut, at the cost of a disk
 * sync per append. A torn last line is dropped when the file is opened.
 *
 * @throws JournalInUse, JournalFault
 */
export function fileJournal(dir: string, isFsynced = false): Journal {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const unlock = lockJournal(dir)
  const path = join(dir, 'simulator.jsonl')
  try {
    return openJournal(path, isFsynced, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

function openJournal(path: string, isFsynced: boolean, unlock: () => void): Journal {
  const fd = openSync(path, 'a+', 0o600)
  let size = wholeLines(readFileSync(path))
  ftruncateSync(fd, size)
  let isOpen = true
  let checkedAtMs = performance.now()

  function assertSoleWriter(): void {
    const nowMs = performance.now()
    if (nowMs - checkedAtMs < checkEveryMs) return
    checkedAtMs = nowMs
    if (fstatSync(fd).size !== size) throw new JournalFault(`Another process wrote to ${path}`)
  }

  return {
    read: () => parse(readFileSync(path, 'utf8'), path),
    append(entries) {
      if (!isOpen) throw new JournalFault(`${path} is closed`)
      assertSoleWriter()
      const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      try {
        writeAll(fd, bytes)
        if (isFsynced) fsyncSync(fd)
      } catch (error) {
        // A full disk may have accepted part of the line; truncated, the journal stays readable.
        ftruncateSync(fd, size)
        throw error
      }
      size += bytes.length
    },
    close() {
      if (!isOpen) return
      isOpen = false
      closeSync(fd)
      unlock()
    },
  }
}

/** The number of bytes in complete lines. */
function wholeLines(bytes: Buffer): number {
  return bytes.lastIndexOf('\n') + 1
}

function writeAll(fd: number, bytes: Buffer): void {
  let written = 0
  while (written < bytes.length) written += writeSync(fd, bytes, written)
}

function parse(text: string, path: string): JournalEntry[] {
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, n) => {
      try {
        return JSON.parse(line)
      } catch (cause) {
        throw new JournalFault(`Line ${n + 1} of ${path} is not an entry`, { cause })
      }
    })
}
