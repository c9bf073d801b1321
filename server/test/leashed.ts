import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'

const leash = path.join(import.meta.dirname, 'leash.mjs')

/** The program's output can be read; its errors appear among those of the tests unless captured. */
export type Leashed = ChildProcess & { readonly stdout: Readable }

/**
 * A Node.js program beside this process that cannot outlive it: it is killed when this process ends, even by
 * SIGKILL. Tests start programs with `startProgram`.
 *
 * @param args the program's file and its arguments
 */
export function spawnLeashed(
  args: readonly string[],
  options: {
    readonly env: NodeJS.ProcessEnv
    readonly cwd?: string
    readonly stdin?: 'pipe'
    readonly stderr?: 'pipe'
  },
): Leashed {
  const { env, cwd, stdin = 'ignore', stderr = 'inherit' } = options
  const child = spawn(process.execPath, ['--import', leash, ...args], {
    env,
    ...(cwd !== undefined && { cwd }),
    stdio: [stdin, 'pipe', stderr, 'ipc'],
  })
  // We only need its output; the channel alone must not keep this process alive.
  child.channel?.unref()
  return child as Leashed
}
