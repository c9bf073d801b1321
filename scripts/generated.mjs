import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import stringify from 'json-stringify-pretty-compact'
import { root } from './prepare.mjs'
import { runTool } from './tools.mjs'

/** Text by path from the root. @typedef {Record<string, string>} Files */

/** A module of the built server. */
export const built = (file) => import(pathToFileURL(path.join(root, 'server/dist', file)).href)

/** @returns {Promise<Files>} the store matrix as SQL, and the registry of settings as SQL and for readers */
export async function renderRegistries() {
  const [{ renderAuthorizationSql }, { renderSettingsSql }, { renderSettings }] = await Promise.all([
    built('authorization/render-sql.js'),
    built('settings/values/render-sql.js'),
    built('settings/values/render-settings.js'),
  ])
  return {
    'db/generated/authorization.sql': renderAuthorizationSql(),
    'db/generated/settings.sql': renderSettingsSql(),
    'docs/settings.md': renderSettings(),
  }
}

/** @returns {Promise<Files>} a freshly migrated database, as types for the compiler and as SQL for readers */
export async function describeDatabase() {
  const [{ startEmbeddedPostgres }, { migrate }, { loginsOf }, { renderSchema }, { renderTables }] =
    await Promise.all([
      built('database/embedded/launch.js'),
      built('database/migrate.js'),
      built('database/login.js'),
      built('database/render-schema.js'),
      built('database/render-tables.js'),
    ])
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-generate-'))
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const server = await startEmbeddedPostgres({ dir, settings })
  try {
    await migrate(server.url, loginsOf(server.url).passwords)
    return {
      'server/src/database/schema.generated.ts': await renderTables(server.url),
      'db/schema.sql': await renderSchema(server.url),
    }
  } finally {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** @returns {Promise<Files>} what the routes and lists of the server say: the API, its client's types, texts, and six documents */
export async function describeApi() {
  const [
    { compose },
    { parseConfig },
    { createLogger },
    { renderPermissions },
    { renderAccess },
    { renderTillAccess },
    { renderKeyAccess },
    { renderProblems },
    { renderEventTypes },
    { renderOutcomeTexts },
    { declaredProblems },
  ] = await Promise.all([
    built('compose.js'),
    built('config.js'),
    built('logger.js'),
    built('authorization/render-permissions.js'),
    built('authorization/render-access.js'),
    built('authorization/render-till.js'),
    built('authorization/render-keys.js'),
    built('problem/render-problems.js'),
    built('events/outbox/render-event-types.js'),
    built('vas/sales/outcome-texts.js'),
    built('http/route.js'),
  ])
  // Connections are opened by the first request that needs one, and there are no requests here.
  const nowhere = 'postgres://nobody@127.0.0.1:1/none'
  const product = await compose({
    config: parseConfig({}),
    apiUrl: nowhere,
    workerUrl: nowhere,
    keyEncryptionKey: Buffer.alloc(32),
    logger: createLogger('silent'),
    isStrict: true,
  })
  try {
    const { body } = await product.server.inject({ method: 'GET', url: '/openapi.json' })
    const openapi = `${stringify(JSON.parse(body), { maxLength: 110 })}\n`
    return {
      'openapi.json': openapi,
      'client/src/schema.generated.ts': await clientTypes(openapi),
      'client/src/idempotent.generated.ts': idempotentOperations(JSON.parse(body)),
      'docs/permissions.md': renderPermissions(product.routes),
      'docs/access.md': renderAccess(product.routes),
      'docs/till-access.md': renderTillAccess(product.routes),
      'docs/api-key-access.md': renderKeyAccess(product.routes),
      'docs/problems.md': renderProblems(
        product.routes.map((route) => ({ ...route, problems: declaredProblems(route) })),
      ),
      'docs/events.md': renderEventTypes(),
      'web/src/outcomes/spanish.generated.ts': renderOutcomeTexts(),
    }
  } finally {
    await product.stop()
  }
}

/** @returns {Promise<Files>} what the web client declares for its readers */
export async function describeClient() {
  const { runnerImport } = await import('vite')
  const file = path.join(root, 'web/src/terminal/shortcuts/render-shortcuts.ts')
  const { module } = await runnerImport(file, { configFile: false, root, logLevel: 'silent' })
  return { 'docs/till-keys.md': module.renderShortcuts() }
}

/** The requests to which the client adds an idempotency key. */
function idempotentOperations({ paths }) {
  const takesKey = ({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey')
  const names = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => takesKey(operation))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  return [
    '// Generated from openapi.json by `npm run generate`.',
    '',
    '/** Operations that take an `Idempotency-Key`. */',
    'export const idempotentOperations: ReadonlySet<string> = new Set([',
    ...names.map((name) => `  '${name}',`),
    '])',
    '',
  ].join('\n')
}

async function clientTypes(openapi) {
  const dir = await mkdtemp(path.join(tmpdir(), 'mostrador-client-'))
  try {
    const [input, output] = [path.join(dir, 'openapi.json'), path.join(dir, 'schema.ts')]
    await writeFile(input, openapi)
    const ran = await runTool(root, { package: 'openapi-typescript', workspace: 'web' }, [
      input,
      '--root-types',
      '--root-types-no-schema-prefix',
      '--output',
      output,
    ])
    if (ran.code !== 0) throw new Error(`openapi-typescript failed:\n${ran.output}`)
    return await readFile(output, 'utf8')
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
