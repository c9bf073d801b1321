import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of the programs of the system's PostgreSQL, if Citus is installed for it; otherwise undefined. */
export function citusPrograms() {
  try {
    const [bin, libraries] = execFileSync('pg_config', ['--bindir', '--pkglibdir'], {
      encoding: 'utf8',
    }).split('\n')
    return existsSync(path.join(libraries, 'citus.so')) ? bin : undefined
  } catch {
    return undefined
  }
}
