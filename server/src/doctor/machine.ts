import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { connect } from 'node:tls'
import { durationOf, error, errorFrom, type Finding, ok, warning } from './finding.ts'

const gigabyte = 1024 ** 3

/** A disk with some of our files. */
export interface Disk {
  readonly folder: string
  readonly freeBytes: number
  readonly totalBytes: number
}

/** One finding for each disk that holds one of these folders, or will hold it. */
export async function diskFindings(folders: readonly string[]): Promise<Finding[]> {
  const disks = new Map<number, Disk>()
  for (const folder of folders) {
    const place = await existing(folder)
    const { dev } = await stat(place)
    if (disks.has(dev)) continue
    const { bavail, bsize, blocks } = await statfs(place)
    disks.set(dev, { folder, freeBytes: bavail * bsize, totalBytes: blocks * bsize })
  }
  return [...disks.values()].map(diskFinding)
}

async function existing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere ? folder : existing(path.dirname(folder))
}

export function diskFinding({ folder, freeBytes, totalBytes }: Disk): Finding {
  const words = `${(freeBytes / gigabyte).toFixed(1)} of ${(totalBytes / gigabyte).toFixed(1)} GB are free for ${folder}.`
  const todo = 'Free some space, or move the folder to a larger disk: a full one stops all sales.'
  if (freeBytes < 0.5 * gigabyte) return error('disk', words, todo)
  if (freeBytes < 2 * gigabyte || freeBytes < totalBytes / 20) return warning('disk', words, todo)
  return ok('disk', words)
}

/** The authority journal never shrinks by itself; undefined: it is small, or there is none yet. */
export async function journalFinding(folder: string): Promise<Finding | undefined> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.map((name) => stat(path.join(folder, name)).catch(() => undefined)))
  const bytes = found.reduce((sum, each) => sum + (each?.size ?? 0), 0)
  if (bytes < gigabyte) return undefined
  return warning(
    'journal',
    `The authority journal in ${folder} has ${(bytes / gigabyte).toFixed(1)} GB in ${names.length} files, and each backup has all of it.`,
    'Archive the files that were last written before your oldest backup (docs/authority.md).',
  )
}

/** Whether a server answers on this machine, and whether it is ready. */
export async function serverFinding(host: string, port: number): Promise<Finding> {
  const wildcards: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const address = `http://${wildcards[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`
  let answer: Response
  try {
    answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) })
  } catch {
    return warning(
      'server',
      `No server answers at ${address}.`,
      'Start it with: mostrador serve; or see why it stopped: systemctl status mostrador',
    )
  }
  const said = (await answer.json().catch(() => ({}))) as { status?: unknown; detail?: unknown }
  if (said.status === 'ok' && answer.ok) return ok('server', `The server at ${address} is ready.`)
  if (said.status === 'restored' && answer.ok)
    return error(
      'server',
      `The server at ${address} runs on a restored database.`,
      'Run: mostrador authority reconcile',
    )
  if (said.status === 'worker_refused' && answer.ok)
    return error(
      'server',
      `The server at ${address} sells no services: the database does not let the worker in.`,
      'Check DATABASE_WORKER_URL; mostrador migrate repairs a refused password (docs/runbook.md).',
    )
  if (typeof said.detail === 'string')
    return error(
      'server',
      `The server at ${address} is not ready: ${said.detail}`,
      'Do what the other findings say; its log has more.',
    )
  return error(
    'server',
    `Another program answers at ${address}.`,
    `See which one with: ss -ltnp 'sport = :${port}'. Stop it, or choose another port with PORT.`,
  )
}

const day = 86_400_000
/** Certificates that renew themselves do so a month before. */
const renewedDaysBefore = 21

/** The certificate that browsers get at `PUBLIC_URL`. @param publicUrl undefined: it is not set */
export async function certificateFinding(publicUrl: string | undefined): Promise<Finding | undefined> {
  if (publicUrl === undefined) return undefined
  const url = new URL(publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url.protocol === 'http:')
    return isLocal
      ? undefined
      : warning(
          'certificate',
          `${publicUrl} is not encrypted: others on the network can read passwords.`,
          'Put a proxy with a certificate in front of the server, and set PUBLIC_URL to its https address.',
        )
  const seen = await certificateOf(url).catch((fault: Error) => fault)
  if (seen instanceof Error)
    return error(
      'certificate',
      `${publicUrl} cannot be reached: ${seen.message}.`,
      'See whether its proxy runs, and whether this machine finds the name.',
    )
  return validityFinding(publicUrl, seen, new Date())
}

export interface SeenCertificate {
  readonly validUntil: Date
  /** Why a browser would refuse it; undefined: it would not. */
  readonly refusal: string | undefined
}

async function certificateOf(url: URL): Promise<SeenCertificate> {
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  const socket = connect({
    host,
    port: Number(url.port || 443),
    ...(!/^[\d.]+$|:/.test(host) && { servername: host }),
    rejectUnauthorized: false,
  })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('secureConnect', resolve)
      socket.once('error', reject)
      socket.setTimeout(10_000, () => reject(new Error('no answer within 10 seconds')))
    })
    const { valid_to: validTo } = socket.getPeerCertificate()
    const { authorized: isAuthorized, authorizationError } = socket
    return {
      validUntil: new Date(validTo),
      refusal: isAuthorized ? undefined : String(authorizationError),
    }
  } finally {
    socket.destroy()
  }
}

export function validityFinding(place: string, { validUntil, refusal }: SeenCertificate, now: Date): Finding {
  const leftMs = validUntil.getTime() - now.getTime()
  const until = validUntil.toISOString().slice(0, 10)
  const renew = 'Renew it: see the log of what renews it, such as: journalctl --unit certbot'
  if (leftMs <= 0) return error('certificate', `The certificate of ${place} has expired on ${until}.`, renew)
  if (refusal !== undefined)
    return error(
      'certificate',
      `Browsers refuse the certificate of ${place}: ${refusal}.`,
      'Have the proxy send a certificate of a known authority for this name, with its chain.',
    )
  const words = `The certificate of ${place} is valid until ${until}, for ${durationOf(leftMs)}.`
  return leftMs < renewedDaysBefore * day ? warning('certificate', words, renew) : ok('certificate', words)
}

/** One finding for each line of a `ConfigError`. */
export const configurationFindings = (faults: string): Finding[] =>
  faults
    .split('\n')
    .map((fault) =>
      errorFrom('configuration', `${fault}. Correct it, and run this again: mostrador doctor --env FILE`),
    )
