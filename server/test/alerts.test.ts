import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxAggregator } from '../src/adapters/aggregator/sandbox.ts'
import { isProblemCode } from '../src/problem/problems.ts'
import { alertRules } from './alert-rules.ts'
import { type RunningProduct, startProduct } from './app.ts'
import { samplesOf, selectorsOf, syntaxFaults } from './promql.ts'

const root = path.resolve(import.meta.dirname, '../..')
const token = 'a-token-that-only-the-monitor-knows-1'
const textOf = (file: string) => readFile(path.join(root, file), 'utf8')

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}

/** The expressions of the board, with its variables as Grafana would fill them in. */
async function boardExpressions(): Promise<{ title: string; expr: string }[]> {
  const { panels } = JSON.parse(await textOf('deploy/grafana/mostrador.json')) as { panels: Panel[] }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '5m') })),
  )
}

let app: RunningProduct
/** Its PostgreSQL is backed up by others. */
let own: RunningProduct
/** The names of everything that these processes export. */
const exported = new Set<string>()
const sandbox = sandboxAggregator({ timeScale: 20 })

beforeAll(async () => {
  app = await startProduct(
    { MOSTRADOR_METRICS_TOKEN: token },
    {
      aggregators: { selling: sandbox, settling: [sandbox] },
      backups: {
        schedule: '0 0 1 1 *',
        take: async () => ({ id: 'none', data: { bytes: 0 } }),
        status: async () => ({
          place: 'nowhere',
          lastBackupAt: new Date(),
          lastBackupBytes: 1,
          wasRestoredSince: false,
          archivedUntil: new Date(),
          waitingBytes: 0,
          failure: null,
        }),
      },
    },
  )
  own = await startProduct(
    { MOSTRADOR_METRICS_TOKEN: token },
    { backupMarks: async () => ({ backupAt: null, copyAt: null }) },
  )
  const text = (await Promise.all([app, own].map(exposition))).join('\n')
  for (const [, name, kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    exported.add(name as string)
    if (kind === 'histogram') for (const part of ['bucket', 'sum', 'count']) exported.add(`${name}_${part}`)
  }
})
afterAll(async () => {
  await app.close()
  await own.close()
  await sandbox.close()
})

const exposition = async (of: RunningProduct) =>
  (await of.call(undefined, 'GET', '/metrics', undefined, { authorization: `Bearer ${token}` })).text

/** Prometheus itself makes it: whether a process has answered. */
const ofPrometheus = 'up'

describe('the alert rules and the board', () => {
  test('are expressions that Prometheus can read', async () => {
    const board = await boardExpressions()
    expect(alertRules.length).toBeGreaterThan(20)
    expect(board.length).toBeGreaterThan(30)
    for (const { expr } of [...alertRules, ...board]) expect(syntaxFaults(expr), expr).toEqual([])
    expect(syntaxFaults('max(mostrador_workers == 0')).not.toEqual([])
  })

  test('name only metrics that a process exports', async () => {
    const expressions = [...alertRules, ...(await boardExpressions())].map(({ expr }) => expr)
    const named = new Set(expressions.flatMap(selectorsOf).map(({ name }) => name))
    expect([...named].filter((name) => name !== ofPrometheus && !exported.has(name))).toEqual([])
    expect(named.size).toBeGreaterThan(30)
  })

  test('name only problems, reasons and routes that there are', async () => {
    const expressions = [...alertRules, ...(await boardExpressions())].map(({ expr }) => expr)
    const matchers = expressions.flatMap(selectorsOf).flatMap((selector) => selector.matchers)
    const valuesOf = (label: string) =>
      matchers.filter((matcher) => matcher.label === label).flatMap(({ text }) => text.split('|'))
    expect(valuesOf('code').length).toBeGreaterThan(5)
    expect(valuesOf('code').filter((code) => !isProblemCode(code))).toEqual([])
    const paths = app.product.routes.map((route) => route.path.replaceAll(/\{(\w+)\}/g, ':$1'))
    expect(valuesOf('route').filter((route) => !(paths as string[]).includes(route))).toEqual([])
    const reasons = samplesOf(await exposition(app)).flatMap(({ name, labels }) =>
      name === 'mostrador_database_outage' ? [labels['reason']] : [],
    )
    expect(valuesOf('reason').filter((reason) => !reasons.includes(reason))).toEqual([])
    const known = ['code', 'route', 'reason', 'job', 'outcome']
    expect(matchers.filter(({ label }) => !known.includes(label))).toEqual([])
  })
})

/** The paths of the server's tests, by the file's name. */
async function testFiles(): Promise<ReadonlyMap<string, string>> {
  const folders = ['server/src', 'server/test'].map((folder) =>
    readdir(path.join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const entries = (await Promise.all(folders)).flat()
  return new Map(entries.map(({ name, parentPath }) => [name, path.join(parentPath, name)]))
}

describe('the runbook', () => {
  const sections = async () =>
    (await textOf('docs/runbook.md'))
      .split(/^## /m)
      .slice(1)
      .map((text) => ({ heading: text.split('\n')[0] as string, text }))
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')

  test('has a page for every alert, and names the alert there', async () => {
    const all = await sections()
    for (const { alert, annotations } of alertRules) {
      const section = all.find(
        ({ heading }) => `docs/runbook.md#${anchorOf(heading)}` === annotations.runbook,
      )
      expect(section, `${alert}: ${annotations.runbook}`).toBeDefined()
    }
    const names = new Set(alertRules.map(({ alert }) => alert))
    const written = (await textOf('docs/runbook.md')).match(/Mostrador[A-Z]\w+/g) ?? []
    expect(written.filter((name) => !names.has(name))).toEqual([])
  })

  test('says of each situation how it shows, what to do, when it is over, and where it was tried', async () => {
    const all = await sections()
    expect(all.length).toBeGreaterThanOrEqual(10)
    for (const { heading, text } of all)
      for (const part of ['**It shows.**', '**Do.**', '**Over when**', '**Tried**'])
        expect(text, heading).toContain(part)
  })

  test('its functions give each command the settings that it needs', async () => {
    const text = await textOf('docs/runbook.md')
    const namesIn = (list = '') => list.match(/[A-Z_]{3,}/g) ?? []
    const [, made] = /const kept = \[([^\]]*)\]/.exec(await textOf('server/src/commands/setup.ts')) ?? []
    const [, admin] = /^echo "(\w+)=.*admin\.env$/m.exec(await textOf('docs/install.md')) ?? []
    const settingsOf = (shell: string) => [
      ...(shell.includes('--env /etc/mostrador/mostrador.env') ? namesIn(made) : []),
      // Only root can read it.
      ...(shell.includes('--env /etc/mostrador/admin.env') && !shell.includes('runuser')
        ? namesIn(admin)
        : []),
    ]
    const shells = [...text.matchAll(/^(\w+)\(\) \{ (.*mostrador "\$@".*)$/gm)]
    const given = new Map(shells.map(([, name = '', shell = '']) => [name, settingsOf(shell)]))
    const used = text.matchAll(new RegExp(`(?:\`|^)(${[...given.keys()].join('|')})\\s([a-z-]+)`, 'gm'))
    const calls = new Set([...used].map(([, name, command]) => `${name} ${command}`))
    expect(calls.size).toBeGreaterThan(5)
    for (const call of calls) {
      const [name = '', command] = call.split(' ')
      const [, needed] =
        /parseConfig\(environment, \[([^\]]*)\]/.exec(await textOf(`server/src/commands/${command}.ts`)) ?? []
      expect(given.get(name), call).toEqual(expect.arrayContaining(namesIn(needed)))
    }
  })

  test('names only metrics that there are, and tests that there are', async () => {
    const text = await textOf('docs/runbook.md')
    const whole = [...text.matchAll(/`(mostrador_\w+)/g)].map(([, name]) => name as string)
    const asked = [...text.matchAll(/metrics ([a-z_]+)/g)].map(([, name]) => `mostrador_${name}`)
    expect(whole.length + asked.length).toBeGreaterThan(20)
    const missing = [...new Set([...whole, ...asked])].filter(
      (name) => ![...exported].some((each) => each.startsWith(name)),
    )
    expect(missing).toEqual([])
    const tried = text.split('**Tried**').slice(1)
    // `file.test.ts` “name of a test” and “another one of it”, `another-file.test.ts`
    const quoted = tried.flatMap((part) =>
      [...(part.split('\n\n')[0] ?? '').matchAll(/`([\w-]+\.test\.ts)`([^`]*)/g)].map(([, file, names]) => ({
        file: file as string,
        names: [...(names ?? '').matchAll(/“([^”]+)”/g)].map(([, name]) => name?.replaceAll('\n', ' ')),
      })),
    )
    const files = await testFiles()
    expect(quoted.map(({ file }) => file).filter((file) => !files.has(file))).toEqual([])
    expect(quoted.flatMap(({ names }) => names).length).toBeGreaterThanOrEqual(10)
    for (const { file, names } of quoted) {
      const source = await readFile(files.get(file) as string, 'utf8')
      for (const name of names) expect(source, file).toMatch(new RegExp(`'${name}[':]`))
    }
  })

  test('the page about monitoring names only metrics that there are', async () => {
    const [, table = ''] = (await textOf('docs/monitoring.md')).split('## Metrics and alerts')
    const rows =
      table
        .split('\n## ')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| ')) ?? []
    const names = rows
      .flatMap((line) => [...line.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name as string))
      .filter((name) => name.includes('_') || name === 'workers' || name === 'restored')
      .filter((name) => !isProblemCode(name))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !exported.has(name) && !exported.has(`mostrador_${name}`))).toEqual([])
  })
})
