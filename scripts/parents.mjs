import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Calls `onGone` when the npm that runs us is gone: a killed npm cannot forward a signal, and an orphaned
 * server would keep the port. A shell between npm and us may outlive npm.
 *
 * @param {() => void} onGone
 * @param {number} intervalMs
 */
export function watchNpm(onGone, intervalMs) {
  const parent = process.ppid
  const { name, ppid } = processOf(parent)
  const watched = /^(npm|node|MainThread)/.test(name) || ppid <= 1 ? [parent] : [parent, ppid]
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return
    clearInterval(timer)
    onGone()
  }, intervalMs)
  timer.unref()
}

function processOf(pid) {
  try {
    // The name is in parentheses and may contain some itself; the state and the parent follow it.
    const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    return { name, ppid: Number(rest.split(' ')[1]) }
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,ucomm=', '-p', String(pid)], { encoding: 'utf8' })
    const [, ppid, name] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? []
    return { name: name ?? '', ppid: Number(ppid ?? 0) }
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
