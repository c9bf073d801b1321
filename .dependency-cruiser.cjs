/**
 * The layer rules, one sentence each. scripts/layers.mjs runs them. Who may issue a grant or open a
 * transaction is not a matter of imports; scripts/proofs.grit checks it.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = '(\\.test\\.tsx?$|\\.contract\\.ts$|^server/(test|bench)/|^e2e/)'
const areasFile = require('node:fs').readFileSync(
  require('node:path').join(__dirname, 'server/src/areas.ts'),
  'utf8',
)
const areasInOrder = areasFile.match(/areas = \[([^\]]*)\]/)[1].match(/\w+/g)
const areas = areasInOrder.join('|')
const nounRoutes = `^server/src/((${areas})/.+|collections)/routes\\.ts$`
const nounShapes = `^server/src/((${areas})/.+/(schema|collections|event-types)|collections/(shapes|fields|collection))\\.ts$`

module.exports = {
  forbidden: [
    {
      name: 'a-request-flows-one-way',
      comment: 'No module may reach itself again: a cycle means that two rooms have become one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'Every import leads to a module that is there.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css$' },
    },
    {
      name: 'routes-never-touch-the-database',
      comment: 'A route hands its grant to a service; it never opens a transaction or sends a query.',
      severity: 'error',
      from: { path: `^server/src/((${areas})/.+|collections|http)/[^/]*routes\\.ts$` },
      to: { path: `^server/src/(database/|((${areas})/.+|collections)/queries\\.ts$)` },
    },
    {
      name: 'services-and-queries-know-no-http',
      comment: 'Below the routes nothing knows of requests and replies; only shapes are shared.',
      severity: 'error',
      from: {
        path: `^server/src/(${areas}|collections|amounts|authorization|database|adapters)/`,
        pathNot: [nounRoutes, nounShapes, tests],
      },
      to: { path: '^server/src/http/' },
    },
    {
      name: 'shapes-use-the-shared-shapes-only',
      comment: 'A schema may use http/shapes.ts, and nothing else of http/.',
      severity: 'error',
      from: { path: nounShapes },
      to: { path: '^server/src/http/', pathNot: '^server/src/http/shapes\\.ts$' },
    },
    {
      name: 'queries-are-their-nouns-own',
      comment: "Nobody sends another noun's queries: ask its service.",
      severity: 'error',
      from: { path: `^server/src/((${areas})/[^/]+)/`, pathNot: tests },
      to: { path: `^server/src/(${areas})/[^/]+/queries\\.ts$`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'queries-build-on-queries',
      comment: "Of the engine's SQL only other queries may make use.",
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/collections/', '/queries\\.ts$', tests] },
      to: { path: '^server/src/collections/queries\\.ts$' },
    },
    {
      name: 'queries-stay-inside-areas',
      comment: 'Outside the areas nobody sends queries at all.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [`^server/src/(${areas})/`, tests] },
      to: { path: `^server/src/(${areas})/[^/]+/queries\\.ts$` },
    },
    ...areasInOrder.slice(0, -1).map((area, at) => ({
      name: `${area}-knows-no-later-area`,
      comment: 'An area imports the areas before it in areas.ts, and none that comes after.',
      severity: 'error',
      from: { path: `^server/src/${area}/`, pathNot: tests },
      to: { path: `^server/src/(${areasInOrder.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'nouns-meet-at-their-services',
      comment:
        "The door of a noun is service.ts. Another's shapes (schema.ts) may be imported, since they are " +
        'part of what its service answers; its other files may not.',
      severity: 'error',
      from: { path: `^server/src/((?:${areas})/[^/]+)/`, pathNot: tests },
      to: {
        path: `^server/src/(${areas})/[^/]+/`,
        pathNot: ['^server/src/$1/', `^server/src/(${areas})/[^/]+/(service|schema)\\.ts$`],
      },
    },
    {
      name: 'the-engine-knows-no-collection',
      comment: 'Areas declare collections; the engine behind them knows none by name.',
      severity: 'error',
      from: { path: '^server/src/collections/', pathNot: tests },
      to: { path: `^server/src/(${areas})/` },
    },
    {
      name: 'cursors-are-made-in-one-place',
      comment: 'A list is paged by pageOf (collections/page.ts), which makes and reads its cursors.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/collections/', tests] },
      to: { path: '^server/src/collections/cursor\\.ts$' },
    },
    {
      name: 'adapters-are-named-in-compose',
      comment:
        'The product knows ports; which adapter stands behind one is decided in compose.ts. The clock is for all.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '^server/src/(adapters|simulator)/',
          '^server/src/compose\\.ts$',
          '^server/src/commands/',
          tests,
        ],
      },
      to: { path: '^server/src/adapters/', pathNot: '^server/src/adapters/clock/' },
    },
    {
      name: 'adapters-know-ports-only',
      comment:
        'An adapter depends on the port of the domain that it serves, and on nothing else of the product.',
      severity: 'error',
      from: { path: '^server/src/adapters/', pathNot: tests },
      to: {
        path: `^server/src/((${areas})/.+/(service|queries|routes)\\.ts$|http/|database/|authorization/|compose\\.ts$)`,
      },
    },
    {
      name: 'pg-only-in-the-database-room',
      comment:
        'The driver of PostgreSQL is used in database/ only, so that there is one door. The demo fills a house before it opens.',
      severity: 'error',
      from: { path: '^(server|web|e2e)/', pathNot: ['^server/src/(database/|demo/)', tests] },
      to: { path: '(^|/)node_modules/pg/' },
    },
    {
      name: 'sql-only-in-queries',
      comment: 'SQL is written in the database room and in the files that hold queries.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/database/', '^server/src/collections/', '/[a-z-]*queries\\.ts$', tests],
      },
      to: { path: '^server/src/database/sql\\.ts$' },
    },
    {
      name: 'durable-work-only-in-jobs',
      comment:
        'The engine of durable work is used in jobs/ only; migrating its tables belongs to the database room.',
      severity: 'error',
      from: { path: '^(server|web)/', pathNot: ['^server/src/(jobs/|database/migrate\\.ts$)', tests] },
      to: { path: '(^|/)node_modules/@dbos-inc/' },
    },
    {
      name: 'fastify-only-in-http',
      comment: 'The web framework is used in http/ only: routes are data.',
      severity: 'error',
      from: { path: '^(server|web)/', pathNot: ['^server/src/(http/|main\\.ts$|compose\\.ts$)', tests] },
      to: { path: '(^|/)node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'the-product-never-imports-its-tests',
      comment: 'What ships does not depend on what proves it.',
      severity: 'error',
      from: { path: '^(server/src|web/src)/', pathNot: tests },
      to: {
        path: ['^server/(test|bench)/', '^e2e/', '\\.(test|contract)\\.tsx?$', '(^|/)node_modules/vitest/'],
      },
    },
    {
      name: 'web-and-server-meet-at-openapi',
      comment:
        'All that the web client knows of the server is the package in client/, which is generated from openapi.json, ' +
        'as it is built; the reverse is nothing, and the package knows neither.',
      severity: 'error',
      from: { path: '^(client|server|web)/' },
      to: { path: '^(client|server|web)/', pathNot: ['^$1/', '^client/dist/'] },
    },
    {
      name: 'web-areas-are-apart',
      comment: 'terminal, backoffice and platform share the rooms below them, and nothing of each other.',
      severity: 'error',
      from: { path: '^web/src/(terminal|backoffice|platform)/' },
      to: { path: '^web/src/(terminal|backoffice|platform)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'selling-knows-no-screen',
      comment:
        'What sells at the till works without a screen: it knows the API, the goods and rules of its area, and neither ' +
        'React nor anything that is drawn.',
      severity: 'error',
      from: { path: '^web/src/terminal/selling/', pathNot: tests },
      to: {
        path: [
          '^web/src/',
          'node_modules/(react|react-dom|@mantine|@tanstack|react-i18next|@tabler)/',
          '\\.tsx$',
        ],
        pathNot: [
          '^web/src/api/',
          '^web/src/ui/format/phone\\.ts$',
          '^web/src/terminal/selling/.+\\.ts$',
          '^web/src/terminal/catalog/goods-item\\.ts$',
          '^web/src/terminal/vas/rules/',
        ],
      },
    },
    {
      name: 'orders-are-in-one-book',
      comment: 'Screens sell by the checkouts; the journal is written by the book of orders and by nobody else.',
      severity: 'error',
      from: { path: '^web/src/', pathNot: ['^web/src/terminal/selling/', tests] },
      to: {
        path: [
          '^web/src/terminal/selling/requests/',
          '^web/src/terminal/selling/orders/journal\\.ts$',
          '^web/src/terminal/selling/cart/(payment-status|cart-calls)\\.ts$',
          '^web/src/terminal/selling/vas/vas-order-status\\.ts$',
          '^web/src/terminal/selling/offline/submit-offline-sale\\.ts$',
        ],
      },
    },
    {
      name: 'web-foundations-know-no-area',
      comment: 'What the areas share stands below them and never looks up.',
      severity: 'error',
      from: { path: '^web/src/[^/]+/', pathNot: '^web/src/(terminal|backoffice|platform)/' },
      to: { path: '^web/src/(terminal|backoffice|platform)/' },
    },
    {
      name: 'web-rooms-form-no-circle',
      comment:
        'A folder of the web client never needs, by whatever way, one that needs it. Styles count, too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
    {
      name: 'the-kit-knows-only-itself',
      comment: 'ui/ knows no business: neither the API nor who is signed in.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/', pathNot: '^web/src/ui/' },
    },
    {
      name: 'the-session-knows-no-screen',
      comment: 'session/ says who is here and what they may do. What is done with it stands above.',
      severity: 'error',
      from: { path: '^web/src/session/' },
      to: { path: '^web/src/', pathNot: '^web/src/(session|api|problems|ui)/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^((client|server|web)/dist|.mostrador|test-output)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
    skipAnalysisNotInRules: true,
  },
}
