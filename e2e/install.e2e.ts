import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsOf, emptyMachine, toolsOfPage } from '../server/test/debian-machine.ts'
import { type Package, packProduct } from '../server/test/package.ts'
import { patient } from '../server/test/patience.ts'
import { startProgram } from '../server/test/programs.ts'

const root = path.resolve(import.meta.dirname, '..')
const missing = toolsOfPage.filter((tool) => !isHere(tool))
const name = `installed from its package${missing.length > 0 ? ` (not installed: apt-get install ${missing.join(' ')})` : ''}`

function isHere(tool: string): boolean {
  try {
    return execFileSync('sh', ['-c', `command -v ${tool}`]).length > 0
  } catch {
    return false
  }
}

describe.runIf(missing.length === 0)(name, { timeout: patient(60_000) }, () => {
  let machine: Awaited<ReturnType<typeof emptyMachine>>
  let packed: Package
  let page: { code: number; said: string }
  let elsewhere: string
  beforeAll(async () => {
    machine = await emptyMachine()
    packed = await packProduct(path.join(machine.dir, 'work'))
    elsewhere = path.join(machine.dir, 'elsewhere')
    await mkdir(elsewhere)
    page = await machine.run(await commandsOf('docs/install.md'))
  }, patient(180_000))
  afterAll(() => machine?.remove())

  const mostrador = async (...args: string[]) =>
    (await promisify(execFile)('mostrador', args, { cwd: elsewhere, env: machine.env })).stdout

  test('the commands of docs/install.md lead from an empty machine to the first sale', async () => {
    expect(page.code, page.said).toBe(0)
    expect(page.said).toMatch(/"folio": "A-000001",\s+"totalCentavos": 3600/)
    const client = new pg.Client({
      connectionString: Object.assign(new URL(machine.adminUrl), { pathname: '/mostrador' }).href,
    })
    await client.connect()
    const { rows } = await client
      .query('select total_centavos::int as total from selling.sales_orders')
      .finally(() => client.end())
    expect(rows).toEqual([{ total: 3600 }])
  })

  test('the package contains builds and SQL, and no sources, tests or secrets', async () => {
    const allowed = [
      /^server\/dist\/(?:[\w-]+\/)*[\w.-]+\.js$/,
      /^server\/src\/(?:[\w-]+\/)*[\w.-]+\.sql$/,
      /^db\/(?:generated|migrations)\/[\w.-]+\.sql$/,
      /^web\/dist\/(?:assets\/|icons\/)?[\w.-]+\.(?:js|css|html|svg|png|woff2|webmanifest)$/,
      /^deploy\/(?:[\w-]+\/)*[\w.-]+$/,
      /^docs\/[\w.-]+\.md$/,
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
    ]
    expect(packed.files.filter((file) => !allowed.some((each) => each.test(file)))).toEqual([])
    expect(packed.files.filter((file) => /test|fixture|\.env|\.map$|\.ts$/.test(file))).toEqual([])
    const deployed = (await readdir(path.join(root, 'deploy'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    for (const needed of [
      'server/dist/main.js',
      'web/dist/index.html',
      ...deployed.filter((file) => !/\/\.env$|\.tgz$/.test(file)),
    ])
      expect(packed.files).toContain(needed)
  })

  test('an installation has no lock file, so the versions of its packages are exact', async () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(path.join(root, 'package.json'), 'utf8'),
    )
    const ranges = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version as string),
    )
    expect(ranges).toEqual([])
  })

  test('says its version and its commands, in any folder', async () => {
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    expect((await mostrador('--version')).trim()).toBe(version)
    const list = await mostrador('--help')
    for (const command of ['setup', 'serve', 'demo', 'migrate']) expect(list).toContain(`  ${command} `)
    expect(await mostrador('setup', '--help')).toContain('--admin-url')
    await expect(mostrador('sell')).rejects.toThrow('There is no command sell.')
  })

  test('serves the web client', async () => {
    await expectWebClient(machine.url)
  })

  test('runs the demo in any folder, with its web client', async () => {
    const demo = startProgram([path.join(machine.dir, 'prefix/bin/mostrador'), 'demo'], {
      env: { ...machine.env, PORT: '0', MOSTRADOR_DEMO_DAYS: '0' },
      cwd: elsewhere,
    })
    let said = ''
    demo.stdout.on('data', (chunk) => (said += chunk))
    await expect.poll(() => said, { timeout: patient(60_000) }).toMatch(/is open at http\S+/)
    await expectWebClient(/is open at (http\S+)/.exec(said)?.[1] as string)
    const gone = new Promise((resolve) => demo.once('exit', resolve))
    // Its PostgreSQL ends with it, before its folder is removed.
    demo.kill('SIGTERM')
    await gone
  })
})

async function expectWebClient(url: string): Promise<void> {
  const answer = await fetch(`${url}/caja`, { headers: { accept: 'text/html', connection: 'close' } })
  const html = await answer.text()
  expect([answer.status, html]).toEqual([200, expect.stringContaining('<div id="root">')])
  const [, script] = /<script[^>]* src="(\/assets\/[^"]+\.js)"/.exec(html) ?? []
  const asset = await fetch(`${url}${script}`, { headers: { connection: 'close' } })
  expect([asset.status, asset.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('javascript'),
  ])
}
