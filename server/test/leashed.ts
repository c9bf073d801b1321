import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Readable } from 'node:stream'

const leash = path.join(import.meta.dirname, 'leash.mjs')

/** What a program prints can be read; its errors show among those of the tests unless they are asked for. */
export type Leashed = ChildProcess & { readonly stdout: Readable }

/**
 * A Node.js program beside this process, which outlives it by no means: it is killed when this process ends, even by
 * SIGKILL. A test starts its programs by `startProgram`.
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
  // What it is to us is its output; the channel alone keeps nobody waiting.
  child.channel?.unref()
  return child as Leashed
}
