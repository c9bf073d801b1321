import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, filesystemRoot } from './account.ts'
import { type Cluster, dataDirOf } from './cluster.ts'
import { commandLine, isAlive } from './process-list.ts'

/**
 * Each process that uses the server has a watchdog: a tiny process in its own session that waits for the end
 * of a pipe that only we hold. Returning, exiting, crashing and kill -9 all close the pipe. The watchdog then
 * stops the server, unless another one is alive. Its file `sessions/<pid>` marks that its process uses the
 * server; `<pid>.leaving` that it may be stopping it.
 */
export interface Watchdog {
  readonly pid: number
  /** Ends the use of the server; resolves when it is stopped or known to be used by another process. */
  dismiss(): Promise<void>
}

// A watchdog first marks that it is leaving and then looks for others; a new user first writes its own file
// and then looks for leaving ones. So one of the two always sees the other.
const shellScript = `
sessions=$1; shift
watches() { kill -0 "$1" && { [ ! -e /proc/self/cmdline ] || grep -qF "$sessions" "/proc/$1/cmdline"; }; }
: > "$sessions/$$" || exit 1
echo ready
read -r _
mv "$sessions/$$" "$sessions/$$.leaving"
for file in "$sessions"/*; do
  pid=\${file##*/}
  case $pid in *.leaving) continue ;; esac
  if watches "$pid"; then rm -f "$sessions/$$.leaving"; exit 0; fi
  rm -f "$file"
done
"$@"
rm -f "$sessions/$$.leaving"
`

// The same without a shell, as far as that system shows other processes.
const nodeScript = `
const fs = require('node:fs'), path = require('node:path'), { spawnSync } = require('node:child_process')
const [sessions, program, ...args] = process.argv.slice(1)
const own = path.join(sessions, String(process.pid))
fs.writeFileSync(own, '')
process.stdout.write('ready\\n')
const isAlive = (pid) => { try { process.kill(pid, 0); return true } catch { return false } }
process.stdin.resume().on('end', () => {
  try { fs.renameSync(own, own + '.leaving') } catch {}
  const others = fs.readdirSync(sessions).filter((name) => /^[0-9]+$/.test(name))
  if (!others.some((name) => isAlive(Number(name)))) {
    for (const name of others) fs.rmSync(path.join(sessions, name), { force: true })
    spawnSync(program, args, { stdio: 'ignore', windowsHide: true })
  }
  fs.rmSync(own + '.leaving', { force: true })
})
`

export type WatchdogKind = 'shell' | 'node'

const kindHere: WatchdogKind = process.platform === 'win32' ? 'node' : 'shell'

/** Starts a watchdog for this process and waits until its file exists. */
export async function hireWatchdog(cluster: Cluster, kind: WatchdogKind = kindHere): Promise<Watchdog> {
  const sessions = await ensureSessions(cluster)
  const stop = [cluster.binaries.pgCtl, 'stop', '--pgdata', dataDirOf(cluster), '--mode=fast', '--silent']
  // As root, the account may not be able to run our Node, so a shell is used where there is one.
  const [program, args] =
    kind === 'shell' ? ['/bin/sh', ['-c', shellScript, 'sh']] : [process.execPath, ['-e', nodeScript]]
  const child = spawn(program, [...args, sessions, ...stop], {
    ...cluster.account,
    cwd: filesystemRoot,
    env: cleanEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await readyLine(child)
  child.stdout.destroy()
  child.unref()
  // A pipe is a socket underneath, which must not keep the event loop alive.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return { pid: child.pid ?? 0, dismiss: () => dismiss(child) }
}

async function readyLine(child: ChildProcessByStdio<Writable, Readable, null>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause?: unknown): void =>
      reject(new Error("PostgreSQL's watchdog did not start", { cause }))
    child.once('error', fail)
    child.once('exit', () => fail())
    child.stdin.on('error', () => {})
    child.stdout.once('data', () => {
      child.off('exit', fail)
      resolve()
    })
  })
}

async function dismiss(child: ChildProcessByStdio<Writable, Readable, null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const gone = once(child, 'exit')
  child.stdin.end()
  await gone
}

async function ensureSessions(cluster: Cluster): Promise<string> {
  const sessions = sessionsOf(cluster)
  const made = await mkdir(sessions, { recursive: true, mode: 0o700 })
  if (made !== undefined && cluster.account !== undefined) {
    await chown(sessions, cluster.account.uid, cluster.account.gid)
  }
  return sessions
}

function sessionsOf(cluster: Cluster): string {
  return path.join(cluster.dir, 'sessions')
}

/** Waits for processes that may be stopping the server. Call it with your own watchdog running. */
export async function leaversGone(cluster: Cluster, deadline: number): Promise<void> {
  for (;;) {
    const names = await readdir(sessionsOf(cluster))
    const leaving = names.filter((name) => name.endsWith('.leaving'))
    if (!(await someWatch(cluster, leaving))) return
    if (Date.now() > deadline) throw new Error(`PostgreSQL in ${cluster.dir} does not finish stopping`)
    await sleep(25)
  }
}

/** Whether any process other than `own` uses the server. */
export async function hasOtherUsers(cluster: Cluster, own: Watchdog): Promise<boolean> {
  const names = (await readdir(sessionsOf(cluster))).filter((name) => /^\d+$/.test(name))
  return someWatch(
    cluster,
    names.filter((name) => name !== String(own.pid)),
  )
}

/** Whether one of these files belongs to a live watchdog: pids are reused, and zombies linger. */
async function someWatch(cluster: Cluster, names: readonly string[]): Promise<boolean> {
  const pids = names.map((name) => Number.parseInt(name, 10)).filter(isAlive)
  const commands = await Promise.all(pids.map(commandLine))
  const trait = process.platform === 'win32' ? 'node' : sessionsOf(cluster)
  return commands.some((command) => command.includes(trait))
}

/** Deletes files of a server that is gone: their pids may have been reused since. */
export async function forgetOthers(cluster: Cluster, own: Watchdog): Promise<void> {
  const names = (await readdir(sessionsOf(cluster))).filter((name) => name !== String(own.pid))
  for (const name of names) await rm(path.join(sessionsOf(cluster), name), { force: true })
}
