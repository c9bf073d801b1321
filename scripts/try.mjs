// `npm run try -- install` follows docs/install.md on a bare Debian; `npm run try -- images` builds the images of deploy/
// and starts what its compose file says. Both are too slow for every test run, need root, and take Debian from its servers.
import { PrepareError, prepare, root } from './prepare.mjs'
import { tryImages } from './try/images.mjs'
import { tryInstall } from './try/install.mjs'
import { CannotTry } from './try/tools.mjs'

const attempts = { install: tryInstall, images: tryImages }
const usage = `npm run try -- install [--root | --user]   docs/install.md on a bare Debian: as root, and without
npm run try -- images                      the images and the compose file of deploy/`

process.chdir(root)
const [name, ...args] = process.argv.slice(2)
const attempt = Object.hasOwn(attempts, name ?? '') ? attempts[name] : undefined
if (attempt === undefined) {
  console.error(usage)
  process.exit(2)
}
try {
  await prepare({ build: true })
  process.exitCode = (await attempt(args)) ? 0 : 1
} catch (error) {
  console.error(error instanceof PrepareError || error instanceof CannotTry ? error.message : error)
  process.exitCode = 1
}
