import { type ChildProcess, execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { spawnLeashed } from '../server/test/leashed.ts'
import { passTime } from '../server/test/pass-time.ts'
import { patient } from '../server/test/patience.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The variable with the folder of a demo's data to copy at the start; unset, the product creates its own. */
export const demoTemplate = 'MOSTRADOR_E2E_TEMPLATE'
/** A story begins in an empty shop, so that what it sells is first in every list. */
export const demoEnvironment = { HOST: '127.0.0.1', PORT: '0', MOSTRADOR_DEMO_DAYS: '0' }

export interface RunningProduct {
  /** Changes with every start. */
  readonly url: string
  /** The folder of its database and of the simulated provider. */
  readonly dataDir: string
  /** Kills it at any moment, as a power failure would. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  startAgain(): Promise<void>
  /** Stops it and keeps its data. */
  rest(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the product as people do: its own process, its own PostgreSQL, demo data without history, and the
 * sandbox, on a free port and in its own folder. It ends with the process that started it at the latest.
 *
 * @param settings additional environment variables
 * @throws Error with its output when it does not open in time
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<RunningProduct> {
  const dataDir = await newDataDir()
  let child: ChildProcess
  let url = ''
  const start = async () => {
    child = spawnLeashed(['server/dist/main.js', 'demo'], {
      cwd: root,
      stderr: 'pipe',
      env: { ...process.env, ...demoEnvironment, MOSTRADOR_DATA_DIR: dataDir, ...settings },
    })
    url = await addressOf(child)
  }
  const rest = async () => {
    await ended(child, 'SIGTERM')
    await databaseStopped(dataDir)
  }
  const stop = async () => {
    await rest()
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
    rest,
    stop,
  }
}

/** PostgreSQL may outlive the process that started it for a moment, while its files still change. */
async function databaseStopped(dataDir: string): Promise<void> {
  const pidFile = path.join(dataDir, 'postgres/data/postmaster.pid')
  for (const until = Date.now() + patient(10_000); existsSync(pidFile) && Date.now() < until; )
    await passTime(50, 'the next look')
}

/** A folder for a demo: a copy of the template, once there is one. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'mostrador-e2e-'))
  // PostgreSQL never runs as root. Its account needs access to this folder, or its data would be elsewhere.
  await chmod(dataDir, 0o755)
  const template = process.env[demoTemplate]
  if (template === undefined) return dataDir
  // `cp -a` keeps the owner of files, which Node.js cannot copy.
  if (process.platform === 'win32') await cp(template, dataDir, { recursive: true })
  else await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir])
  return dataDir
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (reason: string) => reject(new Error(`the product ${reason}:\n${printed}`))
    const timer = setTimeout(() => fail('did not open in time'), patient(90_000))
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
  const timer = setTimeout(() => child.kill('SIGKILL'), patient(20_000))
  await gone
  clearTimeout(timer)
}
