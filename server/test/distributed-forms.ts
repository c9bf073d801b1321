import type pg from 'pg'
import { schemas } from '../src/areas.ts'
import { carriedFunctionsOf, placesOf } from '../src/database/places.ts'
import { sqlSources } from '../src/database/sources.ts'
import type { Places } from './sql-text.ts'
import {
  callsIn,
  changes,
  changesOfCoordinator,
  conditionals,
  conflicts,
  inserts,
  locks,
  namesColumn,
  parted,
  plain,
  tablesIn,
} from './sql-text.ts'

/** A function as PostgreSQL stores it. */
export interface StoredFunction {
  readonly name: string
  readonly language: string
  readonly body: string
}

/** A statement that the server sends. */
export interface SentStatement {
  /** The file and the function around it. */
  readonly name: string
  readonly text: string
}

export interface Known {
  readonly places: Places
  /** Names of functions whose result may differ from call to call. */
  readonly volatile: ReadonlySet<string>
  /** Names of functions that depend on more than their arguments, the volatile ones included. */
  readonly mutable: ReadonlySet<string>
  /** Names of functions that run on the node of their merchant. */
  readonly carried: ReadonlySet<string>
  /** Names of functions that read tables, or call one that does. */
  readonly reading: ReadonlySet<string>
  /** Names of functions that lock an authority, or call one that does. */
  readonly locking: ReadonlySet<string>
}

const authorityKey: ReadonlySet<string> = new Set(['app.authority_key'])

/** What the rules know of a migrated database. */
export async function knownIn(admin: pg.Pool): Promise<Known> {
  const { rows } = await admin.query<{ name: string; kind: 'volatile' | 'stable' }>(
    `select case when n.nspname = 'pg_catalog' then p.proname else n.nspname || '.' || p.proname end as name,
            case when bool_and(p.provolatile = 'v') then 'volatile' else 'stable' end as kind
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      group by 1 having bool_and(p.provolatile <> 'i')`,
  )
  const of = (...kinds: string[]) =>
    new Set(rows.flatMap(({ name, kind }) => (kinds.includes(kind) ? [name] : [])))
  const sources = await sqlSources()
  const places = placesOf(sources)
  return {
    places,
    reading: await callersIn(admin, (body) => tablesIn(body, places).length > 0),
    locking: await callersIn(admin, (body) => callsOne(body, authorityKey)),
    carried: new Set(carriedFunctionsOf(sources)),
    volatile: of('volatile'),
    mutable: of('volatile', 'stable'),
  }
}

/** Functions of which `isOne` is true, and those that call one. */
async function callersIn(admin: pg.Pool, isOne: (body: string) => boolean): Promise<ReadonlySet<string>> {
  const { rows } = await admin.query<{ name: string; body: string }>(
    `select n.nspname || '.' || p.proname as name, string_agg(coalesce(pg_get_function_sqlbody(p.oid), p.prosrc), ';') as body
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = any ($1) group by 1`,
    [schemas],
  )
  const bodies = new Map(rows.map(({ name, body }) => [name, plain(body)]))
  const found = new Set<string>()
  let before = -1
  while (found.size > before) {
    before = found.size
    for (const [name, body] of bodies) if (isOne(body) || callsOne(body, found)) found.add(name)
  }
  return found
}

type Rules<T = unknown> = Readonly<Record<string, (text: string, known: Known, of: T) => boolean>>

const callsOne = (text: string, among: ReadonlySet<string>) =>
  callsIn(text).some(({ name }) => among.has(name))

const isOfQuery = (insert: string) => /^[^()]*(\([^()]*\))?\s*\(?\s*(select|with|table)\b/.test(insert)

/** What Citus refuses on spread and copied tables, and how it is found in a text (decision 76, §12). */
const rules: Rules = {
  'insert … select': (text, { places }) => inserts(text, places).some(isOfQuery),
  'insert … values with a subquery': (text, { places }) =>
    inserts(text, places).some((insert) => /\bvalues\b/.test(insert) && /\(\s*select\b/.test(insert)),
  'a volatile function in update or delete': (text, { places, volatile }) =>
    changes(text, places).some((change) => callsOne(change, volatile)),
  'a function of columns that is not immutable in update or delete': (text, { places, mutable }) =>
    changes(text, places).some(
      (change) =>
        /\b\w+\.\w+_at\s*[+-]/.test(change) ||
        callsIn(change).some(({ name, args }) => mutable.has(name) && namesColumn(args, change)),
    ),
  'copied or spread rows in a change of the coordinator’s': (text, { places }) =>
    changesOfCoordinator(text, places).some((change) => tablesIn(change, places).length > 0),
  'case or coalesce around what is not immutable in update or delete': (text, { places, mutable }) =>
    changes(text, places).some((change) =>
      conditionals(change).some(
        (part) =>
          /\binterval\b|\bcurrent_(date|timestamp|time|user)\b|[^\d\s]\s*::\s*(timestamptz|date)\b/.test(
            part,
          ) || callsOne(part, mutable),
      ),
    ),
  'what is not immutable in do update': (text, { places, mutable }) =>
    conflicts(text, places).some(
      (change) => callsOne(change, mutable) || /\bcurrent_(date|timestamp|time|user)\b/.test(change),
    ),
  'what is not immutable in returning': (text, { places, mutable }) =>
    [...changes(text, places), ...inserts(text, places)].some((change) =>
      callsOne(/\breturning\b[\s\S]*/.exec(change)?.[0] ?? '', mutable),
    ),
  'a whole row as an argument of a query': (text, known) =>
    text.split(';').some((statement) => givesRow(statement, known)),
  'a change inside with': (text) =>
    /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(insert|update|delete)\b/.test(text),
  'exists (select from …)': (text) => /\bexists\s*\(\s*select\s+from\b/.test(text),
}

const rulesOfFunctions: Rules<StoredFunction> = {
  // Also where PostgreSQL puts it in the place of a call: Citus looks for spread tables before that.
  'a query in language sql': (body, { places }, { language }) =>
    language === 'sql' && tablesIn(body, places).length > 0,
  ...rules,
  // The rows' node would take the lock, where nobody asks for it. Copied tables are read on the coordinator.
  'an authority lock in a query of a merchant’s rows': (body, { places, locking }) =>
    body
      .split(/;|\b(?:loop|then|else|begin)\b/)
      .some(
        (statement) =>
          tablesIn(statement, places).some(({ place }) => place === 'tenant') &&
          (callsOne(statement, locking) || callsOne(statement, authorityKey)),
      ),
  // Another node has begun its part at another moment.
  'equality with now() in a query of a merchant’s rows': (body, { places }) =>
    body
      .split(/;|\b(?:loop|then|else|begin)\b/)
      .some(
        (statement) =>
          tablesIn(statement, places).some(({ place }) => place === 'tenant') &&
          /\bwhere\b[\s\S]*[^:<>!]=\s*now\(\)/.test(statement),
      ),
  'a row lock without the merchant': (body, { places }) =>
    locks(body).some(
      (query) =>
        tablesIn(query, places).some(({ place }) => place === 'tenant') &&
        !/\bmerchant_id\s*=\s*(?:[pv]_|\$)/.test(query),
    ),
}

const rulesOfStatements: Rules<SentStatement> = {
  ...rules,
  'insert … select': (text, { places }) =>
    inserts(text, places).some(
      (insert) =>
        isOfQuery(insert) &&
        (!/\breturning\b|\bon\s+conflict\b/.test(insert) || tablesIn(insert, places).length > 0),
    ),
  'a row lock without the merchant': rulesOfFunctions['a row lock without the merchant'] as Rules[string],
  'a limit in a lateral query over several merchants': (text) =>
    !/\bmerchant_id\s*=\s*\$/.test(text) &&
    callsIn(text).some(({ name, args }) => name === 'lateral' && /\blimit\b/.test(args)),
  'a carried function beside something else': (text, { carried }) =>
    callsOne(text, carried) && !isAlone(text, carried),
  'a function that reads tables beside rows of a merchant': (text, { places, reading }) =>
    /^\s*(select|with)\b/.test(text) &&
    tablesIn(text, places).some(({ place }) => place === 'tenant') &&
    callsOne(text, reading),
  // It ends Citus with signal 11. What is of no merchant names app.platform_id().
  'a null merchant of a carried function': (text, { carried }) =>
    callsIn(text).some(({ name, args }) => carried.has(name) && /^\s*null\b/.test(args)),
  'a volatile argument of a carried function': (text, { carried, volatile }) =>
    callsIn(text).some(({ name, args }) => carried.has(name) && callsOne(args, volatile)),
}

const faultsIn = <T extends { name: string }>(of: T, text: string, known: Known, all: Rules<T>): string[] =>
  Object.entries(all).flatMap(([form, isFound]) =>
    isFound(plain(text), known, of) ? [`${of.name}: ${form}`] : [],
  )

/** One sentence for each refused form in a function. */
export const faultsOf = (fn: StoredFunction, known: Known): string[] =>
  faultsIn(fn, fn.body, known, rulesOfFunctions)

/** One sentence for each refused form in a statement. */
export const faultsOfStatement = (statement: SentStatement, known: Known): string[] =>
  faultsIn(statement, statement.text, known, rulesOfStatements)

/** Whether a statement gives a row of one of its tables to a function, or makes an array of them. */
function givesRow(statement: string, { places }: Known): boolean {
  const aliases = new Set(tablesIn(statement, places).map(({ alias }) => alias))
  const isRow = (text: string) =>
    aliases.has(text.replace(/^distinct\s+|\s*\.\s*\*$|\s+order\s+by\b[\s\S]*$/g, ''))
  return callsIn(statement).some(({ name, args }) =>
    name === 'array' ? isRow(/^\s*select\s+(\w+)\s+from\b/.exec(args)?.[1] ?? '') : parted(args).some(isRow),
  )
}

/** Whether a statement is the call of one carried function: `select f(…) as a`, or `select a, b from f(…)`. */
function isAlone(statement: string, carried: ReadonlySet<string>): boolean {
  const [call] = callsIn(statement).filter(({ name }) => carried.has(name))
  if (call === undefined) return false
  const rest = statement.replace(call.args, '').replace(/\s+/g, ' ').trim()
  const called = `${call.name.replace('.', '\\.')}\\s*\\(\\)`
  return new RegExp(`^select (?:${called}(?: as \\w+)?|[\\w.*, ]* from ${called}(?:(?: as)? \\w+)?)$`).test(
    rest,
  )
}
