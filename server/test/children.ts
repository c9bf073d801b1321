import { readFileSync } from 'node:fs'

/** Programs shared with later files. They end with this process. */
export const kept = new Set<number>()

/** Running processes started by this one; only on Linux. */
export function children(): number[] {
  const listed = read(`/proc/${process.pid}/task/${process.pid}/children`).split(' ').map(Number)
  return listed.filter((pid) => pid > 0 && !isZombie(pid))
}

export const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 300)

function isZombie(pid: number): boolean {
  const stat = read(`/proc/${pid}/stat`)
  return stat === '' || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
