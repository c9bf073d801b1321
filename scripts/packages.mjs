import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const stampName = 'node_modules/.mostrador-lock-hash'

/**
 * Whether node_modules matches package-lock.json. A stamp file says so at once; without one, as after a plain
 * `npm install`, npm's own record is compared.
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
 * Installs exactly package-lock.json, including development packages, because the product is built from
 * source. No package's install script is run.
 *
 * @param {string} root
 * @throws {Error} when npm fails, after printing its output
 */
export async function installPackages(root) {
  console.log('Installing packages; a first time takes about a minute.')
  const args = [
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const code = await runNpm(root, args)
  if (code !== 0) throw new Error('npm could not install the packages; its message is above.')
  await stampPackages(root)
}

async function stampPackages(root) {
  const lockText = await readFile(path.join(root, 'package-lock.json'), 'utf8')
  // The folder may be read-only if somebody else installed it; the slower comparison is used then.
  await writeFile(path.join(root, stampName), hashOf(lockText)).catch(() => {})
}

function hashOf(text) {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Optional packages may be for other platforms and absent; all others must be as locked, and so must our own.
 */
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
    // On Windows npm is a shell script.
    shell: !isNpm && process.platform === 'win32',
  })
  return new Promise((resolve, reject) => {
    child.on('error', (cause) =>
      reject(new Error('npm is not on the PATH; install Node.js with npm.', { cause })),
    )
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
