import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'
import { isAlive } from '../src/database/embedded/process-list.ts'

const memory = '/dev/shm'
const prefix = 'mostrador-tests-'
const leastFreeBytes = 8 * 1024 ** 3

/**
 * Keeps the temporary files of this run in memory, where Linux has enough of it: most of them are cloned databases of a
 * thousand files, which live for seconds, and a disk needs the processor to find a place for each. They are removed at the
 * end of the process. TMPDIR chooses another place.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  // Of runs that were killed.
  for (const name of readdirSync(memory))
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length))))
      rmSync(path.join(memory, name), { recursive: true, force: true })
  const dir = path.join(memory, `${prefix}${process.pid}`)
  // The account that root runs PostgreSQL as needs access.
  mkdirSync(dir, { recursive: true, mode: 0o755 })
  process.env['TMPDIR'] = dir
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || freemem() < leastFreeBytes) return false
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mounted = readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === memory)
    const [, , type, options = ''] = mounted ?? []
    // Tests install programs, and run them.
    return type === 'tmpfs' && !options.split(',').includes('noexec') && bavail * bsize >= leastFreeBytes
  } catch {
    return false
  }
}
