/**
 * The layer rules, one sentence each. scripts/layers.mjs runs them. Who may issue a grant or open a
 * transaction is not a matter of imports; scripts/proofs.grit checks it.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
const tests = '(\\.test\\.tsx?$|\\.contract\\.ts$|^server/(test|bench)/|^e2e/|^simulation/)'
const areasFile = require('node:fs').readFileSync(
  require('node:path').join(__dirname, 'server/src/areas.ts'),
  'utf8',
)
const areasInOrder = areasFile.match(/areas = \[([^\]]*)\]/)[1].match(/\w+/g)
const areas = areasInOrder.join('|')
const nounRoutes = `^server/src/((${areas})/.+|collections)/[a-z-]*routes\\.ts$`
const nounShapes = `^server/src/((${areas})/.+/(schema|collections|event-types)|collections/(shapes|fields|collection))\\.ts$`
const openTelemetry = 'tracing/(open-telemetry|instruments)\\.ts$'

/** Packages that only one room of the server imports, so that the rest does not depend on them. */
const packagesInOneRoom = [
  {
    name: 'pg-only-in-the-database-room',
    comment:
      'Only database/ uses the PostgreSQL driver. The demo is exempt: it fills the database before the server starts.',
    packages: 'pg',
    room: 'database/|demo/',
  },
  {
    name: 'durable-work-only-in-jobs',
    comment: 'Only jobs/ uses the engine of durable work; database/migrate.ts migrates its tables.',
    packages: '@dbos-inc',
    room: 'jobs/|database/migrate\\.ts$',
  },
  {
    name: 'fastify-only-in-http',
    comment: 'Only http/ uses the web framework; routes are data.',
    packages: 'fastify|@fastify',
    room: 'http/|main\\.ts$|compose\\.ts$',
  },
  {
    name: 'schemas-are-written-with-json-schema',
    comment: 'Only json-schema.ts knows TypeBox, and only its types: it takes long to load.',
    packages: 'typebox',
    room: 'json-schema\\.ts$',
  },
  {
    name: 'traces-only-in-tracing',
    comment: 'Only tracing/open-telemetry.ts and instruments.ts use OpenTelemetry.',
    packages: '@opentelemetry',
    room: openTelemetry,
  },
]

module.exports = {
  forbidden: [
    {
      name: 'a-request-flows-one-way',
      comment: 'Modules form no import cycles: a cycle makes two modules one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-resolve',
      comment: 'Every import resolves to an existing module.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\.css$' },
    },
    {
      name: 'routes-never-touch-the-database',
      comment: 'A route passes its grant to a service; it never opens a transaction or sends a query.',
      severity: 'error',
      from: { path: `^server/src/((${areas})/.+|collections|http)/[^/]*routes\\.ts$` },
      to: { path: `^server/src/(database/|((${areas})/.+|collections)/queries\\.ts$)` },
    },
    {
      name: 'services-and-queries-know-no-http',
      comment: 'Code below the routes does not depend on requests and replies, only on shapes.',
      severity: 'error',
      from: {
        path: `^server/src/(${areas}|collections|amounts|authorization|database|adapters)/`,
        pathNot: [nounRoutes, nounShapes, tests],
      },
      to: { path: '^server/src/http/' },
    },
    {
      name: 'shapes-use-the-shared-shapes-only',
      comment: 'A schema imports only http/shapes.ts of http/.',
      severity: 'error',
      from: { path: nounShapes },
      to: { path: '^server/src/http/', pathNot: '^server/src/http/shapes\\.ts$' },
    },
    {
      name: 'queries-are-their-nouns-own',
      comment: "A noun does not call another noun's queries; it calls its service.",
      severity: 'error',
      from: { path: `^server/src/((${areas})/[^/]+)/`, pathNot: tests },
      to: { path: `^server/src/(${areas})/[^/]+/queries\\.ts$`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'queries-build-on-queries',
      comment: 'Only queries use the SQL of the collections engine.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: ['^server/src/collections/', '/queries\\.ts$', tests] },
      to: { path: '^server/src/collections/queries\\.ts$' },
    },
    {
      name: 'queries-stay-inside-areas',
      comment: 'Code outside the areas does not call queries.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [`^server/src/(${areas})/`, tests] },
      to: { path: `^server/src/(${areas})/[^/]+/queries\\.ts$` },
    },
    ...areasInOrder.slice(0, -1).map((area, at) => ({
      name: `${area}-knows-no-later-area`,
      comment: 'An area imports only areas that come before it in areas.ts.',
      severity: 'error',
      from: { path: `^server/src/${area}/`, pathNot: tests },
      to: { path: `^server/src/(${areasInOrder.slice(at + 1).join('|')})/` },
    })),
    {
      name: 'nouns-meet-at-their-services',
      comment:
        "Other nouns import a noun's service.ts, and its schema.ts, because the service returns these shapes. " +
        'They import none of its other files.',
      severity: 'error',
      from: { path: `^server/src/((?:${areas})/[^/]+)/`, pathNot: tests },
      to: {
        path: `^server/src/(${areas})/[^/]+/`,
        pathNot: ['^server/src/$1/', `^server/src/(${areas})/[^/]+/(service|schema)\\.ts$`],
      },
    },
    {
      name: 'the-engine-knows-no-collection',
      comment: 'Areas declare collections; the engine knows none of them by name.',
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
        'The product depends on ports; compose.ts selects their adapters. Everything may import the clock.',
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
      comment: 'An adapter imports only the port that it implements, and nothing else of the product.',
      severity: 'error',
      from: { path: '^server/src/adapters/', pathNot: tests },
      to: {
        path: `^server/src/((${areas})/.+/(service|queries|routes)\\.ts$|http/|database/|authorization/|compose\\.ts$)`,
      },
    },
    ...packagesInOneRoom.map(({ name, comment, packages, room }) => ({
      name,
      comment,
      severity: 'error',
      from: { path: '^(client|server|web)/', pathNot: [`^server/src/(${room})`, tests] },
      to: { path: `(^|/)node_modules/(${packages})/` },
    })),
    {
      name: 'sql-only-in-queries',
      comment: 'SQL is written only in database/ and in files of queries.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: ['^server/src/database/', '^server/src/collections/', '/[a-z-]*queries\\.ts$', tests],
      },
      to: { path: '^server/src/database/sql\\.ts$' },
    },
    {
      name: 'traces-cost-nothing-unless-on',
      comment: 'A start loads OpenTelemetry only when traces are on, so no module imports it statically.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: [`^server/src/(${openTelemetry})`, tests] },
      to: { path: `^server/src/(${openTelemetry})`, dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'the-product-never-imports-its-tests',
      comment: 'The product does not import its tests.',
      severity: 'error',
      from: { path: '^(server/src|web/src)/', pathNot: tests },
      to: {
        path: [
          '^server/(test|bench)/',
          '^e2e/',
          '^simulation/',
          '\\.(test|contract)\\.tsx?$',
          '(^|/)node_modules/vitest/',
        ],
      },
    },
    {
      name: 'web-and-server-meet-at-openapi',
      comment:
        'The web client knows the server only through the built package in client/, which is generated from openapi.json. ' +
        'The server imports neither, and the package imports nothing of the two.',
      severity: 'error',
      from: { path: '^(client|server|web)/' },
      to: { path: '^(client|server|web)/', pathNot: ['^$1/', '^client/dist/'] },
    },
    {
      name: 'web-areas-are-apart',
      comment:
        'terminal, backoffice and platform share the folders below them, and do not import each other.',
      severity: 'error',
      from: { path: '^web/src/(terminal|backoffice|platform)/' },
      to: { path: '^web/src/(terminal|backoffice|platform)/', pathNot: '^web/src/$1/' },
    },
    {
      name: 'selling-knows-no-screen',
      comment:
        'The sale engine of the till works without a screen: it imports the API and the goods and rules of its area, but ' +
        'neither React nor components.',
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
          '^web/src/ui/format/(phone|typed-quantity)\\.ts$',
          '^web/src/ui/layers/open-dialogs\\.ts$',
          '^web/src/terminal/selling/.+\\.ts$',
          '^web/src/terminal/catalog/goods-item\\.ts$',
          '^web/src/terminal/vas/rules/',
        ],
      },
    },
    {
      name: 'orders-are-in-one-book',
      comment: 'Screens sell through the checkouts; only the order book writes the journal.',
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
      comment: 'Folders that the areas share do not import them.',
      severity: 'error',
      from: { path: '^web/src/[^/]+/', pathNot: '^web/src/(terminal|backoffice|platform)/' },
      to: { path: '^web/src/(terminal|backoffice|platform)/' },
    },
    {
      name: 'web-rooms-form-no-circle',
      comment: 'Folders of the web client form no import cycles, including imports of styles.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^web/src/' },
      to: { circular: true },
    },
    {
      name: 'the-kit-knows-only-itself',
      comment: 'ui/ contains no business logic: it imports neither the API nor the session.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: '^web/src/', pathNot: '^web/src/ui/' },
    },
    {
      name: 'the-session-knows-no-screen',
      comment: 'session/ holds the signed-in person and their abilities, and imports no screens.',
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
