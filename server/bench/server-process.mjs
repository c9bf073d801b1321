import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/**
 * The product in a separate process. A database with a `directUrl` is reached through a pooler.
 *
 * @param {import('./ground.mjs').Database & { directUrl?: string }} database
 * @param {{ profileDir?: string | undefined }} options
 */
export async function startServer(database, { profileDir } = {}) {
  const child = fork(path.join(import.meta.dirname, 'sale-server.mjs'), {
    env: {
      ...process.env,
      API_URL: database.apiUrl,
      WORKER_URL: database.workerUrl,
      ...(database.directUrl !== undefined && { DIRECT_URL: database.directUrl }),
    },
    execArgv: profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`],
    // It writes its log, as in production, and the log is discarded.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const told = async () => {
    const failure = ended.then(([code]) => Promise.reject(new Error(`the server ended with ${code}`)))
    const [message] = await Promise.race([once(child, 'message'), failure])
    return message
  }
  const asked = (question) => {
    child.send(question)
    return told()
  }
  const { url } = await told()
  return {
    url,
    /** Resident memory, in bytes. */
    memory: () => asked('memory'),
    /** The processor time that it has used, in milliseconds. */
    serverMs: () => asked('cpu'),
    async stop() {
      child.send('stop')
      await ended
    },
  }
}
