import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { absolute, median } from './rounds.mjs'

const main = path.resolve(import.meta.dirname, '../dist/main.js')
const patienceMs = 120_000

/**
 * The demo from its start to its first answer, over existing data.
 *
 * @param {import('./options.mjs').Sizes & { dir: string | undefined }} options
 */
export async function* startBench({ starts, dir = tmpdir() }) {
  const folder = await mkdtemp(path.join(dir, 'mostrador-bench-'))
  // PostgreSQL does not run as root, so its account needs access.
  await chmod(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  try {
    const coldMs = await startOnce(dataDir)
    const warmMs = []
    for (let start = 0; start < starts; start++) warmMs.push(await startOnce(dataDir))
    yield absolute('warm start of the demo to its first answer', {
      ours: median(warmMs) / 1000,
      unit: 's',
      atMost: 3,
      note: `the first start, which makes the database and the demo, took ${(coldMs / 1000).toFixed(1)} s`,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @returns milliseconds from the process's start to `/healthz` answering 200 */
async function startOnce(dataDir) {
  const port = await freePort()
  const startedMs = performance.now()
  const child = spawn(process.execPath, [main, 'demo'], {
    env: { ...process.env, MOSTRADOR_DATA_DIR: dataDir, PORT: String(port), NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await answered(`http://127.0.0.1:${port}/healthz`, child, startedMs + patienceMs)
    return performance.now() - startedMs
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function answered(url, child, deadlineMs) {
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null) throw new Error(`the demo ended with ${child.exitCode}`)
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await sleep(20)
  }
  throw new Error('the demo did not answer')
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
