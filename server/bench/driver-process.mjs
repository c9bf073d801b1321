import { fork } from 'node:child_process'
import path from 'node:path'

/**
 * A process that only sends SQL, so that a baseline does not share its processor with the measuring one.
 *
 * @param {string} program a file of this folder that calls `serveDriver`
 * @param {object} job
 * @returns {Promise<{ run: (turnMs: number) => Promise<{ perSecond: number, units: number }>, stop: () => Promise<void> }>}
 */
export async function startDriver(program, job) {
  const child = fork(path.join(import.meta.dirname, program))
  const failed = new Promise((_, reject) => {
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}`)))
  })
  const answer = async (message) => {
    child.send(message)
    const answered = new Promise((resolve) => child.once('message', resolve))
    return Promise.race([answered, failed])
  }
  failed.catch(() => {})
  await answer(job)
  const stop = async () => {
    child.disconnect()
    await failed.catch(() => {})
  }
  return { run: (turnMs) => answer({ turnMs }), stop }
}

/**
 * The other end: `prepare` opens the job's connections, and `once` does one unit of work on one of them.
 *
 * @template {{ connections: readonly import('pg').Client[] }} Job
 * @param {(job: object) => Promise<Job>} prepare
 * @param {(client: import('pg').Client, job: Job) => Promise<void>} once
 */
export function serveDriver(prepare, once) {
  let job
  process.on('message', async (message) => {
    if (message.turnMs === undefined) {
      job = await prepare(message)
      process.send('ready')
    } else process.send(await run(message.turnMs))
  })
  process.on('disconnect', () => process.exit(0))

  const run = async (turnMs) => {
    const startedMs = performance.now()
    let units = 0
    const work = async (client) => {
      while (performance.now() - startedMs < turnMs) {
        await once(client, job)
        units++
      }
    }
    await Promise.all(job.connections.map(work))
    return { perSecond: (units * 1000) / (performance.now() - startedMs), units }
  }
}
