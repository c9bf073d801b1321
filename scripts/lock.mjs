import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const heartbeatMs = 1_000
const staleAfterMs = 15_000

/**
 * Runs `work` while no other process holds the lock file. A killed holder leaves the file behind; it is
 * ignored once its process is gone or its heartbeat has stopped.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} onWait called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  await mkdir(path.dirname(file), { recursive: true })
  const token = `${process.pid} ${randomBytes(8).toString('hex')}`
  for (let hasWaited = false; !(await take(file, token)); hasWaited = true) {
    const stale = await staleToken(file)
    if (stale !== undefined) await remove(file, stale)
    else if (!hasWaited) onWait()
    await sleep(200)
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await remove(file, token)
  }
}

async function take(file, token) {
  try {
    const handle = await open(file, 'wx')
    await handle.write(token)
    await handle.close()
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** The token of a stale lock, or `undefined` when the lock is held or gone. */
async function staleToken(file) {
  try {
    const [token, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
    if (Date.now() - mtimeMs > staleAfterMs) return token
    // An empty file is a lock whose holder is just writing its token.
    if (token === '') return undefined
    const pid = Number.parseInt(token, 10)
    return pid === process.pid || !isAlive(pid) ? token : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes the lock only if it still has this `token`, because another process may have broken and taken it
 * meanwhile.
 */
async function remove(file, token) {
  if ((await readFile(file, 'utf8').catch(() => undefined)) !== token) return
  const aside = `${file}.${randomBytes(4).toString('hex')}`
  await rename(file, aside).catch(() => {})
  const taken = await readFile(aside, 'utf8').catch(() => token)
  if (taken !== token) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
