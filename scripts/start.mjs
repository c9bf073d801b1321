// `npm start`: the demo, whatever the state of the clone. The server runs in this process, so no signal needs
// forwarding, and kill -9 leaves nothing but PostgreSQL, which its watchdog stops.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { watchNpm } from './parents.mjs'
import { PrepareError, prepare, root } from './prepare.mjs'

process.chdir(root)
try {
  await prepare({ build: true })
} catch (error) {
  console.error(error instanceof PrepareError ? error.message : error)
  process.exit(1)
}
if (process.env.npm_lifecycle_event === 'start') watchNpm(() => process.kill(process.pid, 'SIGTERM'), 500)
process.argv.splice(2, 0, 'demo')
await import(pathToFileURL(path.join(root, 'server/dist/main.js')).href)
