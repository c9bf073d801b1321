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
  // Also before the first test, where nothing can be polled.
  await vi.waitFor(() => expect(said.out + said.err).toMatch(/listening at http\S+/), {
    timeout,
    interval: 20,
  })
  return /listening at (http\S+)/.exec(said.out)?.[1] as string
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
