// `npm run test:cluster`: runs suites on a coordinator and two workers of Citus, on this machine. Where it is not
// installed, says so and succeeds. With arguments, which are passed to Vitest: `npm run test:cluster -- places`.
import path from 'node:path'
import { citusPrograms } from '../server/test/citus/installed.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'
import { showTool } from './tools.mjs'

if (citusPrograms() === undefined) {
  console.log('Skipped: Citus is not installed for the PostgreSQL that pg_config names (docs/cluster.md).')
} else {
  process.chdir(root)
  const config = path.join(root, 'server/test/citus/vitest.config.ts')
  try {
    await prepare({ build: true })
    process.exitCode = await showTool(root, { package: 'vitest' }, [
      'run',
      `--config=${config}`,
      ...process.argv.slice(2),
    ])
  } catch (error) {
    console.error(error instanceof PrepareError ? error.message : error)
    process.exitCode = 1
  }
}
