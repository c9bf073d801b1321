import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished, TestRunner } from 'vitest'
import { type Leashed, spawnLeashed } from './leashed.ts'

/**
 * A Node.js program that a test runs beside itself. It is killed when that test ends, also by a time-out; one
 * started for a whole file is stopped in its `afterAll`.
 *
 * @param signal of the test, so that a timed-out test starts nothing
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

/** Kills it in the middle of its work, and waits until it is gone. */
export async function killProgram(child: Leashed): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/**
 * The first line that it prints, by which a program reports that it is ready.
 *
 * @throws Error when it ends without one
 */
export async function firstLine(child: Leashed): Promise<string> {
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error(
    `${child.spawnargs.at(-1)} ended with ${child.exitCode ?? child.signalCode} before it was ready`,
  )
}
