import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const stampName = 'node_modules/.mostrador-lock-hash'

/**
 * Whether node_modules holds what package-lock.json says. A stamp tells it at once; without one, as after
 * a plain `npm install`, npm's own record of what it installed is compared.
 *
 * @param {string} root
 */
export async function arePackagesCurrent(root) {
  const lockText = await readFile(path.join(root, 'package-lock.json'), 'utf8')
  const stamp = await readFile(path.join(root, stampName), 'utf8').catch(() => '')
  if (stamp === hashOf(lockText)) return true
  const record = await readFile(path.join(root, 'node_modules/.package-lock.json'), 'utf8').catch(() => '')
  if (record === '' || !satisfies(root, JSON.parse(record), JSON.parse(lockText))) return false
  await stampPackages(root)
  return true
}

/**
 * Installs exactly what package-lock.json says, development packages included: the product is built from
 * source. Install scripts are off in .npmrc.
 *
 * @param {string} root
 * @throws {Error} when npm fails; it has then said why
 */
export async function installPackages(root) {
  console.log('Installing packages; a first time takes about a minute.')
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await runNpm(root, args)
  if (code !== 0) throw new Error('npm could not install the packages; its message is above.')
  await stampPackages(root)
}

async function stampPackages(root) {
  const lockText = await readFile(path.join(root, 'package-lock.json'), 'utf8')
  // A folder that somebody else installed may be read only; the slower comparison then serves each time.
  await writeFile(path.join(root, stampName), hashOf(lockText)).catch(() => {})
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex')
}

/** Optional packages are of other platforms, so they may be absent; all others are there as locked, and so are our own. */
function satisfies(root, record, lock) {
  return Object.entries(lock.packages).every(([name, wanted]) => {
    if (wanted.link) return existsSync(path.join(root, name))
    if (!name.includes('node_modules/')) return true
    const found = record.packages[name]
    return found === undefined ? Boolean(wanted.optional) : found.version === wanted.version
  })
}

function runNpm(root, args) {
  const npm = process.env.npm_execpath ?? ''
  const isNpm = /npm-cli\.c?js$/.test(npm)
  const [program, all] = isNpm ? [process.execPath, [npm, ...args]] : ['npm', args]
  const child = spawn(program, all, {
    cwd: root,
    stdio: 'inherit',
    // On Windows npm is a script of its shell.
    shell: !isNpm && process.platform === 'win32',
  })
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error('npm is not on the PATH; install Node.js with npm.', { cause })),
    )
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
