import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startDriver } from './driver-process.mjs'

/**
 * Runs a sale's SQL directly: with pgbench if there is one, otherwise with the product's driver in a separate
 * process.
 *
 * @param {{ url: string, transactions: import('./straight-sale.mjs').Transaction[], tills: number, clients: number, folder: string }} job
 * @returns {Promise<{ name: string, run: (turnMs: number) => Promise<{ perSecond: number, units: number }>, stop: () => Promise<void> }>}
 */
export async function straightDriver(job) {
  const pgbench = await findPgbench()
  return pgbench === undefined ? bareDriver(job) : pgbenchDriver(pgbench, job)
}

async function findPgbench() {
  const debian = '/usr/lib/postgresql'
  const versions = await readdir(debian).catch(() => [])
  const newestFirst = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((each) => `${debian}/${each}/bin/pgbench`)
  for (const program of ['pgbench', ...newestFirst]) {
    const found = await promisify(execFile)(program, ['--version']).catch(() => undefined)
    if (found !== undefined) return { program, version: found.stdout.trim() }
  }
  return undefined
}

async function pgbenchDriver({ program, version }, { url, transactions, tills, clients, folder }) {
  const file = path.join(folder, 'sale.pgbench')
  await writeFile(file, pgbenchScript(transactions, tills))
  const { hostname, port, username, password, pathname } = new URL(url)
  const environment = {
    ...process.env,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: username,
    PGPASSWORD: password,
  }
  const run = async (turnMs) => {
    const seconds = String(Math.max(1, Math.round(turnMs / 1000)))
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '1',
      '-T',
      seconds,
      '-f',
      file,
      pathname.slice(1),
    ]
    const { stdout, stderr } = await promisify(execFile)(program, args, { env: environment })
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    const units = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1])
    // After a failed client pgbench continues with fewer, which would be compared with all of ours.
    if (!(perSecond > 0) || /aborted|error/i.test(stderr)) throw new Error(`pgbench: ${stderr}${stdout}`)
    return { perSecond, units }
  }
  return { name: version, run, stop: async () => {} }
}

/** Each call is one sale. Statements of one packet are sent as a pipeline. */
function pgbenchScript(transactions, tills) {
  const packets = transactions.flat().map((statements) => {
    const lines = statements.map(
      ({ text, answers }) => `${text.replaceAll(/\s*\n\s*/g, ' ')}${answers ? ' \\gset' : ';'}`,
    )
    return lines.length === 1 ? lines : ['\\startpipeline', ...lines, '\\endpipeline']
  })
  return [
    `\\set till random(1, ${tills})`,
    '\\set phone random(5500000000, 5599999999)',
    '\\set nonce random(1, 9223372036854775807)',
    ...packets.flat(),
    '',
  ].join('\n')
}

async function bareDriver({ folder: _, ...job }) {
  const driver = await startDriver('straight-process.mjs', job)
  return { name: 'the driver alone (no pgbench here)', ...driver }
}
