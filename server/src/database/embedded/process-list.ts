import { readFile } from 'node:fs/promises'
import { run } from './account.ts'

/** Whether a process with this pid exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The command line of a process, or on Windows its program name; empty for one that has ended or is a zombie.
 */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ').trim()
  }
  const { code, output } =
    process.platform === 'win32'
      ? await run(undefined, 'tasklist', ['/NH', '/FO', 'CSV', '/FI', `PID eq ${pid}`])
      : await run(undefined, 'ps', ['-p', String(pid), '-o', 'command='])
  return code === 0 ? output.trim() : ''
}
