import { once } from 'node:events'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { patient } from './patience.ts'
import { startProgram } from './programs.ts'

const main = path.resolve(import.meta.dirname, '../dist/main.js')

type Environment = Readonly<Record<string, string>>

/**
 * Starts `mostrador <args>` as its own process, with only this environment and what a shell needs.
 *
 * @param program the main file of another version
 * @returns what it has written so far, and its exit code once it ends
 */
export function startCommand(
  args: readonly string[],
  environment: Environment,
  cwd?: string,
  program: string = main,
) {
  const child = startProgram([program, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    ...(cwd !== undefined && { cwd }),
    stderr: 'pipe',
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.err += chunk
  })
  // Only after `close` has everything been read.
  const exit = once(child, 'close').then(([code]) => code as number)
  return { child, said, exit }
}

/** The URL at which a started command listens, once it has printed it. */
export async function addressOf(
  { said }: Pick<ReturnType<typeof startCommand>, 'said'>,
  timeout = patient(15_000),
): Promise<string> {
  // Not the log's line about it. Also before the first test, where nothing can be polled.
  await vi.waitFor(() => expect(said.out + said.err).toMatch(/ is listening at http\S+/), {
    timeout,
    interval: 20,
  })
  return / is listening at (http\S+)/.exec(said.out)?.[1] as string
}

/** Runs `mostrador <args>` to its end. */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  cwd?: string,
  program?: string,
) {
  const { said, exit } = startCommand(args, environment, cwd, program)
  return { code: await exit, ...said }
}

/** What `mostrador serve` needs over this database, on a free port. A stop does not wait for a balancer. */
export const serveEnvironment = (
  db: { readonly apiUrl: string; readonly workerUrl: string },
  dataDir: string,
) => ({
  DATABASE_URL: db.apiUrl,
  DATABASE_WORKER_URL: db.workerUrl,
  MOSTRADOR_DATA_DIR: dataDir,
  MOSTRADOR_DRAIN_SECONDS: '0',
  MOSTRADOR_KEY: Buffer.alloc(32, 3).toString('base64'),
  PORT: '0',
})

export type StartedServer = Awaited<ReturnType<typeof startServer>>

/** Starts `mostrador serve`, and waits until it listens. */
export async function startServer(environment: Environment) {
  const started = startCommand(['serve'], environment)
  return { ...started, url: await addressOf(started) }
}

/** The lines that it has logged. */
const linesOf = ({ said }: StartedServer) =>
  said.out.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))

/** How often it has logged this message. */
export const countLogged = (server: StartedServer, message: string): number =>
  linesOf(server).filter(({ msg }) => msg === message).length

/** Its log line about a request, found by the id in the answer. */
export function requestLine(server: StartedServer, answer: Response) {
  const requestId = answer.headers.get('x-request-id')
  const find = () => {
    const line = linesOf(server).find(({ reqId, msg }) => reqId === requestId && msg === 'request')
    expect(line, server.said.out).toBeDefined()
    return line
  }
  return vi.waitFor(find, { timeout: patient(20_000) })
}
