import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another living process has the journal open. */
export class JournalInUse extends Error {
  override readonly name = 'JournalInUse'
}

const prefix = 'simulator.lock-'

/**
 * Makes this process the only one that writes in `dir`. Every candidate first leaves a file of its own and
 * only then looks for others, so of two that start together at least one sees the other and gives way. What a
 * killed process left behind is cleared. A process in another PID namespace cannot be looked at and counts as
 * gone; the journal itself notices when somebody else writes to it.
 *
 * @returns  what gives the lock back.
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
  /** Tells the process apart from a later one with the same id; null where the system does not say. */
  readonly start: string | null
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // It was given back between the listing and this look, or lost in a crash before it was written.
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

/** Boot, PID namespace and start tick of a living process; null outside Linux, or when there is none. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name may hold spaces and brackets: the fields proper begin after its last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')} ${fields[19]}`
  } catch {
    return null
  }
}
