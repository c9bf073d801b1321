import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const startWithinMs = 90_000
/** A story begins in an empty shop: what it sells stands first in every list. */
const quiet = { HOST: '127.0.0.1', PORT: '0', MOSTRADOR_DEMO_DAYS: '0' }

export interface RunningProduct {
  /** Changes with a new start. */
  readonly url: string
  /** Where it keeps its database and the provider's side. */
  readonly dataDir: string
  /** Takes it away in the middle of whatever it does, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/**
 * The product as people start it: its own process, its own PostgreSQL, demo data without a past and the sandbox, on a
 * free port and in a folder of its own.
 *
 * @param settings further variables of its environment
 * @throws Error with what it printed, when it does not open in time
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mostrador-e2e-'))
  let child: ChildProcess
  let url = ''
  const start = async () => {
    child = spawn(process.execPath, ['server/dist/main.js', 'demo'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...quiet, MOSTRADOR_DATA_DIR: dataDir, ...settings },
    })
    url = await addressOf(child)
  }
  const stop = async () => {
    await ended(child, 'SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    get url() {
      return url
    },
    dataDir,
    kill: () => ended(child, 'SIGKILL'),
    startAgain: start,
    stop,
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (reason: string) => reject(new Error(`the product ${reason}:\n${printed}`))
    const timer = setTimeout(() => fail('did not open in time'), startWithinMs)
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const address = /open at (http:\/\/\S+)/.exec(printed)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with ${code} (is it built? npm run build)`)
    })
  })
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await gone
  clearTimeout(timer)
}
