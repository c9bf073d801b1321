import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from '../prepare.mjs'

/** Why it cannot be tried on this machine, and what to do about it. */
export class CannotTry extends Error {}

/** @param packages Debian's packages by the program that each of them has */
export function requireTools(packages) {
  if (process.getuid?.() !== 0)
    throw new CannotTry('This needs root, for a Debian of its own: sudo npm run try -- …')
  const missing = Object.entries(packages).filter(([program]) => !existsSync(program))
  if (missing.length > 0)
    throw new CannotTry(`Not installed: apt-get install ${missing.map(([, name]) => name).join(' ')}`)
}

/** Runs a program; its output is only for the error. */
export async function must(program, args, options = {}) {
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 64 * 1024 * 1024, ...options })
    return stdout.trim()
  } catch (error) {
    throw new Error(`${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`, { cause: error })
  }
}

/**
 * Debian 13 as a tar: what is essential, and these packages. It is made once, from Debian's servers.
 *
 * @param {string} name its file's
 * @param {readonly string[]} include
 */
export async function debian(name, include) {
  const file = path.join(root, '.mostrador/debian', `${name}.tar`)
  if (existsSync(file)) return file
  console.log(`Making a bare Debian 13 with ${include.join(', ')}; this takes a minute or two.`)
  await mkdir(path.dirname(file), { recursive: true })
  const draft = `${file}.part.tar`
  await rm(draft, { force: true })
  await must('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    `--include=${include.join(',')}`,
    'trixie',
    draft,
  ])
  await rename(draft, file)
  return file
}

/** The product's package, in this folder. */
export async function packInto(dir) {
  const output = await must('npm', ['pack', '--json', '--pack-destination', dir], { cwd: root })
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[\n')))
  return path.join(dir, filename)
}

/**
 * What npm needs to reach a registry from this machine, where that is not npm's own: its address, and certificates.
 *
 * @param {string} certificatesTo where to copy the certificates to
 * @param {string} seenAs their place as the program that uses them sees it
 */
export async function npmSettings(certificatesTo, seenAs) {
  const setting = async (name) => {
    const value = await must('npm', ['config', 'get', name])
    return ['null', 'undefined', ''].includes(value) ? undefined : value
  }
  const [registry, cafile] = await Promise.all(['registry', 'cafile'].map(setting))
  const certificates = cafile ?? process.env.NODE_EXTRA_CA_CERTS
  if (certificates !== undefined) await copyFile(certificates, certificatesTo)
  return {
    ...(registry !== undefined && { npm_config_registry: registry }),
    ...(certificates !== undefined && { npm_config_cafile: seenAs, NODE_EXTRA_CA_CERTS: seenAs }),
    npm_config_update_notifier: 'false',
  }
}
