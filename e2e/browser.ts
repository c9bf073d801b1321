import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { patient } from '../server/test/patience.ts'

interface Candidate {
  readonly name: string
  readonly options: () => Promise<LaunchOptions>
}

// The pages under test are ours, so the sandbox protects nothing, and Chromium refuses to run with it as
// root. The other flags keep the browser from contacting anything but the server under test.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
]

/**
 * A headless Chromium from the first place that has one: CHROMIUM_PATH; on Linux x64 the one from npm, which
 * is the same everywhere and needs a third of the CPU of an installed one; an installed Chrome or Edge; the
 * system's packages. Nothing is downloaded.
 *
 * @param more additional Chromium flags
 * @throws Error listing what was tried and why each failed
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const faults: string[] = []
  for (const { name, options } of candidates()) {
    try {
      return await chromium.launch({
        headless: true,
        args: [...flags, ...more],
        timeout: patient(30_000),
        ...(await options()),
      })
    } catch (error) {
      const [reason] = (error instanceof Error ? error.message : String(error)).split('\n')
      faults.push(`- ${name}: ${reason}`)
    }
  }
  throw new Error(['No browser: install Chrome, or set CHROMIUM_PATH.', ...faults].join('\n'))
}

function candidates(): Candidate[] {
  const given = process.env['CHROMIUM_PATH']
  // An explicit choice has no fallback.
  if (given) return [{ name: 'CHROMIUM_PATH', options: async () => ({ executablePath: given }) }]
  const channels = ['chrome', 'msedge'].map((channel) => ({
    name: channel,
    options: async () => ({ channel }),
  }))
  const packaged = systemPaths
    .filter((file) => existsSync(file))
    .map((executablePath) => ({ name: executablePath, options: async () => ({ executablePath }) }))
  const hasNpm = process.platform === 'linux' && process.arch === 'x64'
  return [...(hasNpm ? [{ name: '@sparticuz/chromium', options: fromNpm }] : []), ...channels, ...packaged]
}

/** Unpacks the Chromium from npm, once; it includes the libraries that a minimal Linux lacks. */
async function fromNpm(): Promise<LaunchOptions> {
  const require = createRequire(import.meta.url)
  const build = path.dirname(require.resolve('@sparticuz/chromium'))
  const packed = path.join(build, '..', '..', 'bin')
  const { version } = require(path.join(packed, '..', 'package.json')) as { version: string }
  const dir = path.resolve(import.meta.dirname, '../node_modules/.cache', `chromium-${version}`)
  if (!existsSync(dir)) await unpack(packed, dir)
  const libraries = [process.env['LD_LIBRARY_PATH'], path.join(dir, 'lib')].filter(Boolean).join(':')
  return {
    executablePath: path.join(dir, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: dir },
  }
}

/** Unpacks to a temporary folder and renames it, so that two runs at once never start half a browser. */
async function unpack(packed: string, dir: string): Promise<void> {
  const draft = `${dir}.${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true })
  for (const name of ['al2023.tar', 'fonts.tar']) {
    const archive = path.join(draft, name)
    await writeFile(archive, await decompress(path.join(packed, `${name}.br`)))
    await promisify(execFile)('tar', ['-xf', archive, '-C', draft, '--no-same-owner'])
    await rm(archive)
  }
  await writeFile(path.join(draft, 'fonts.conf'), fontsConfig(path.join(dir, 'fonts')))
  const program = path.join(draft, 'chromium')
  await writeFile(program, await decompress(path.join(packed, 'chromium.br')))
  await chmod(program, 0o755)
  await rename(draft, dir).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(dir)) throw error
  })
}

/** The packed configuration names folders of a cloud environment. */
function fontsConfig(dir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>/usr/share/fonts</dir><dir>${dir}</dir></fontconfig>
`
}

async function decompress(file: string): Promise<Buffer> {
  return promisify(brotliDecompress)(await readFile(file))
}
