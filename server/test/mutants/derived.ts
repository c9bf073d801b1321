import path from 'node:path'
import type { Promised, Sabotage } from './sabotage.ts'
import { statementsAfter } from './statements.ts'

/** A file of the repository: its path from the root, and its text. */
export interface Source {
  readonly file: string
  readonly text: string
}

/**
 * Sabotages of what is written the same way everywhere: audit rows, refusals, events, policies, the access of routes and the
 * matrix. What is added to the product is among them without being named.
 */
export function derivedSabotages(sources: readonly Source[]): readonly Sabotage[] {
  const tests = sources.filter(({ file }) => file.endsWith('.test.ts') && file.startsWith('server/'))
  const sql = sources.filter(({ file }) => file.startsWith('server/src/') && file.endsWith('.sql'))
  const routes = sources.filter(({ file }) => /^server\/src\/.*routes\.ts$/.test(file))
  return [
    ...sql.flatMap((source) => sayings.flatMap((saying) => without(source, saying, tests))),
    ...sql.flatMap((source) => withoutCalls(source, tests)),
    ...sql.flatMap(openPolicies),
    ...routes.flatMap(openRoutes),
    ...sources.flatMap(widerCells),
  ]
}

interface Saying {
  readonly start: string
  readonly promise: Promised
  /** The part of the statement with its names: of the action, code or event, perhaps chosen by a case. */
  readonly said: RegExp
  readonly what: string
}

/** Statements with a name that tests can contain. */
const sayings: readonly Saying[] = [
  { start: 'perform audit.record(', promise: 'audit', said: /\([^,]*/, what: 'leaves an audit row' },
  { start: 'perform app.refuse(', promise: 'rules', said: /\([^,]*/, what: 'refuses what must not happen' },
  {
    start: 'perform events.emit(',
    promise: 'rules',
    said: /(?:'[a-z_]+\.[a-z_.]+'[^']*|'[A-Z]+'[^']*)+/,
    what: 'is emitted',
  },
]

/** Leaves out each statement that begins in this way. */
function without(source: Source, saying: Saying, tests: readonly Source[]): Sabotage[] {
  const { start, promise, said, what } = saying
  return statementsAfter(source.text, start).flatMap(({ text, at }) => {
    const names = [...(said.exec(text)?.[0] ?? '').matchAll(/'([a-z_.]+)'/g)].map(
      ([, name]) => name as string,
    )
    if (names.length === 0) return []
    const breaks = `“${names.join('” or “')}” ${what}`
    return [
      {
        ...{ file: source.file, at, before: text, after: 'null;', promise, breaks },
        tests: named(names, source, tests),
      },
    ]
  })
}

const promiseOf: Readonly<Record<string, Promised>> = {
  money: 'money',
  authz: 'authority',
  identity: 'authority',
  stock: 'stock',
}

/** Leaves out each other call whose result is not used: it was made for what it does. */
function withoutCalls(source: Source, tests: readonly Source[]): Sabotage[] {
  return statementsAfter(source.text, 'perform ').flatMap(({ text, at }) => {
    const [, area = '', name] = /^perform ([a-z]+)\.(\w+)\(/.exec(text) ?? []
    if (name === undefined || sayings.some(({ start }) => text.startsWith(start))) return []
    const promise = name.startsWith('lock_authority') ? 'authority' : (promiseOf[area] ?? 'rules')
    const breaks = `${functionAround(source, at)} calls ${area}.${name}`
    const by = named([`${area}.${name}`], source, tests)
    return [{ ...{ file: source.file, at, before: text, after: 'null;', promise, breaks }, tests: by }]
  })
}

const functionAround = ({ file, text }: Source, at: number) =>
  [...text.slice(0, at).matchAll(/^create or replace function ([a-z_.]+)\(/gm)].at(-1)?.[1] ?? file

/**
 * The tests of a file's own noun, and those elsewhere that name one of the codes; without any, those that mention the noun, or
 * those of its area. The likeliest first: those with the file's name, and those that name a code.
 */
function named(names: readonly string[], { file }: Source, tests: readonly Source[]): readonly string[] {
  const folder = path.dirname(file)
  const isOwn = (each: Source) => each.file.startsWith(`${folder}/`)
  const elsewhere = tests.filter((each) => !isOwn(each))
  const own = tests.filter(isOwn)
  const naming = (of: readonly Source[], texts: readonly string[]) =>
    of.filter((each) => texts.some((text) => each.text.includes(text)))
  const quoted = names.map((name) => `'${name}'`)
  const namesake = own.filter((each) => each.file === file.replace(/\.sql$/, '.test.ts'))
  const found = [...naming(own, quoted), ...namesake, ...naming(elsewhere, quoted)].map((each) => each.file)
  if (own.length > 0) return [...new Set([...found, folder])]
  if (found.length > 0) return found
  const mentioning = naming(elsewhere, [path.basename(folder)]).map((each) => each.file)
  return mentioning.length > 0 ? mentioning : [path.dirname(folder)]
}

/** Lets each policy of a login admit every row. */
function openPolicies({ file, text }: Source): Sabotage[] {
  return statementsAfter(text, 'create policy ').flatMap((statement) => {
    const [, name, login] =
      /^create policy (\w+) on [\s\S]*? to (mostrador_(?:api|worker))\b/.exec(statement.text) ?? []
    const after = statement.text.replace(/(\busing|\bwith check) \((?!true\))[\s\S]*$/, '$1 (true);')
    if (name === undefined || after === statement.text) return []
    return [
      {
        ...{ file, at: statement.at, before: statement.text, after, promise: 'authority' },
        breaks: `the policy ${name} hides rows from ${login}`,
        tests: ['server/test/access/rows.test.ts', 'server/test/schema.test.ts'],
      } as const,
    ]
  })
}

const lower: Readonly<Record<string, string>> = {
  "access: 'store:manager'": "access: 'store:supervisor'",
  "access: 'store:supervisor'": "access: 'store:cashier'",
  "access: 'platform:admin'": "access: 'platform:operator'",
  "access: 'owner'": "access: 'rows'",
  'confirmed: true,': '',
}

/** Lets the next lower role call each route, and takes away each confirmation. */
function openRoutes({ file, text }: Source): Sabotage[] {
  return Object.entries(lower).flatMap(([before, after]) =>
    [...text.matchAll(new RegExp(before, 'g'))].map(({ index: at }) => {
      const name = /name: '(\w+)'/.exec(
        text.slice(text.lastIndexOf('route({', at), text.indexOf('handle', at)),
      )?.[1]
      const breaks = `${name ?? file} requires ${before.replace(/,$/, '')}`
      return {
        file,
        at,
        before,
        after,
        promise: 'authority',
        breaks,
        tests: ['server/test/access/routes.test.ts'],
      } as const
    }),
  )
}

const wider: Readonly<Record<string, string>> = {
  none: 'R',
  R: 'W',
  'R own': 'R',
  'R + request': 'W',
  'W own': 'W',
}
const everything = '{create,read,update,delete}'

/** The cells of the matrix, where they are written and where PostgreSQL has them. */
const cellsIn: Readonly<Record<string, RegExp>> = {
  'server/src/authorization/matrix.ts': /(?<before>(?<role>manager|supervisor|cashier): '(?<cell>[^']+)')/g,
  'db/generated/authorization.sql':
    /(?<before>'(?<domain>\w+)', '(?<role>manager|supervisor|cashier)', '(?<cell>\{[\w,]*\})', '\{[\w,]*\}')/g,
}

/** Gives a role more in each cell of the matrix. */
function widerCells({ file, text }: Source): Sabotage[] {
  const cells = cellsIn[file]
  if (cells === undefined) return []
  return [...text.matchAll(cells)].flatMap(({ index: at, groups = {} }) => {
    const { before = '', role, cell = '', domain } = groups
    const more = domain === undefined ? wider[cell] : everything
    if (more === undefined || more === cell) return []
    const of = domain ?? /(\w+): \{[^{]*$/.exec(text.slice(0, at))?.[1]
    return [
      {
        ...{ file, at, before, after: before.replace(`'${cell}'`, `'${more}'`), promise: 'authority' },
        breaks: `a ${role} has no more than ${cell} in ${of}`,
        tests: ['server/test/access/rows.test.ts'],
      } as const,
    ]
  })
}
