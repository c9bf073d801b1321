import { existsSync } from 'node:fs'
import { startProgram } from '../server/test/programs.ts'

/** Gives programs a terminal (Debian's bsdutils, installed everywhere); undefined without it. */
export const scriptHere: string | undefined = ['/usr/bin/script'].find(existsSync)

/** Ends with its terminal; words with spaces cannot be given. */
const program = `
const [script, command] = process.argv.slice(1)
const child = require('node:child_process').spawn(script, ['--quiet', '--return', '--command', command, '/dev/null'], { stdio: 'inherit' })
child.on('exit', (code) => process.exit(code ?? 1))`

/** A Node.js program at a terminal: its input is what is typed, its output what is shown. */
export function startAtTerminal(
  args: readonly string[],
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
) {
  const command = ['exec', process.execPath, ...args].join(' ')
  return startProgram(['-e', program, '--', scriptHere as string, command], { ...options, stdin: 'pipe' })
}
