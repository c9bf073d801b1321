import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './process-list.ts'

const heartbeatMs = 1_000
const staleAfterMs = 15_000
const ownTokens = new Set<string>()

/**
 * Runs `work` while no other process on this machine runs theirs under the same file. A killed holder leaves
 * the file behind: it is ignored once its process has ended or its heartbeat has stopped, since pids are
 * reused (in a container, the same ones every time).
 *
 * @throws Error when the lock was not free within `patienceMs`
 */
export async function withLock<T>(file: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const token = `${process.pid} ${randomBytes(8).toString('hex')}`
  const deadline = Date.now() + patienceMs
  ownTokens.add(token)
  let heartbeat: NodeJS.Timeout | undefined
  try {
    while (!(await take(file, token))) {
      const stale = await staleToken(file)
      if (stale !== undefined) await remove(file, stale)
      else if (Date.now() > deadline) throw new Error(`${file} is held by another start that does not finish`)
      else await sleep(50)
    }
    heartbeat = setInterval(() => {
      const now = new Date()
      utimes(file, now, now).catch(() => {})
    }, heartbeatMs)
    return await work()
  } finally {
    clearInterval(heartbeat)
    await remove(file, token)
    ownTokens.delete(token)
  }
}

async function take(file: string, token: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o644)
    await handle.write(token)
    await handle.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** The token of an invalid lock; `undefined` when the lock is valid or gone. */
async function staleToken(file: string): Promise<string | undefined> {
  try {
    const [token, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    if (Date.now() - mtimeMs > staleAfterMs) return token
    // An empty file is a lock whose holder is about to write its token.
    if (token === '') return undefined
    const pid = Number.parseInt(token, 10)
    const isHeld = pid === process.pid ? ownTokens.has(token) : isAlive(pid)
    return isHeld ? undefined : token
  } catch {
    return undefined
  }
}

/**
 * Removes the lock only if it still has `token`: another process may have removed it and taken the lock
 * meanwhile.
 */
async function remove(file: string, token: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== token) return
  const aside = `${file}.${randomBytes(4).toString('hex')}`
  await rename(file, aside).catch(() => {})
  const taken = await readFile(aside, 'utf8').catch(() => token)
  if (taken !== token) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}
