import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished, TestRunner } from 'vitest'
import { type Leashed, spawnLeashed } from './leashed.ts'

/**
 * A Node.js program that a test runs beside itself. It is killed when that test is over, also by a time-out; one that is
 * started for a whole file is stopped by its `afterAll`.
 *
 * @param signal of the test, so that one whose time is up starts nothing more
 */
export function startProgram(
  args: readonly string[],
  options: Parameters<typeof spawnLeashed>[1] & { readonly signal?: AbortSignal },
): Leashed {
  const { signal, ...rest } = options
  signal?.throwIfAborted()
  const child = spawnLeashed(args, rest)
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(() => killProgram(child))
  return child
}

/** Takes it away in the middle of whatever it does, and waits until it is gone. */
export async function killProgram(child: Leashed): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/**
 * The first line that it prints, by which a program says that it is ready.
 *
 * @throws Error when it ends without one
 */
export async function firstLine(child: Leashed): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(
    `${child.spawnargs.at(-1)} ended with ${child.exitCode ?? child.signalCode} before it was ready`,
  )
}
