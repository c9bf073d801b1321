import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another live process has the journal open. */
export class JournalInUse extends Error {
  override readonly name = 'JournalInUse'
}

const prefix = 'simulator.lock-'

/**
 * Makes this process the only writer in `dir`. Every candidate first creates its own file and only then looks
 * for others, so of two that start together at least one sees the other and gives way. Files of killed
 * processes are removed. A process in another PID namespace is not visible and counts as gone; the journal
 * itself detects other writers.
 *
 * @returns releases the lock
 * @throws JournalInUse
 */
export function lockJournal(dir: string): () => void {
  const own = `${prefix}${process.pid}-${randomUUID()}`
  const draft = join(dir, `.${own}`)
  writeFileSync(draft, JSON.stringify({ pid: process.pid, start: startOf(process.pid) }))
  renameSync(draft, join(dir, own))
  const release = () => rmSync(join(dir, own), { force: true })

  for (const name of readdirSync(dir)) {
    if (!name.startsWith(prefix) || name === own) continue
    const holder = readHolder(join(dir, name))
    if (holder && isRunning(holder)) {
      release()
      throw new JournalInUse(`The simulator's journal in ${dir} is in use by process ${holder.pid}`)
    }
    rmSync(join(dir, name), { force: true })
  }
  return release
}

interface Holder {
  readonly pid: number
  /** Distinguishes the process from a later one with the same pid; null where the system does not tell. */
  readonly start: string | null
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // It was released after listing, or lost in a crash before it was written.
    return undefined
  }
}

function isRunning(holder: Holder): boolean {
  if (holder.start !== null) return startOf(holder.pid) === holder.start
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Boot, PID namespace and start tick of a live process; null outside Linux, or when there is none. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name may contain spaces and brackets: the other fields begin after its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${fields[19]}`
  } catch {
    return null
  }
}
