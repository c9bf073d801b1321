import type { Place } from '../src/database/places.ts'

/** A function as PostgreSQL stores it. */
export interface StoredFunction {
  readonly name: string
  readonly language: string
  /** PostgreSQL puts its query in the place of a call. */
  readonly isInlined: boolean
  readonly body: string
}

export interface Known {
  readonly places: ReadonlyMap<string, Place>
  /** Names of inlined functions: calling one is naming its tables. */
  readonly inlined: ReadonlySet<string>
  /** Names of functions whose result may differ from call to call. */
  readonly volatile: ReadonlySet<string>
  /** Names of functions that depend on more than their arguments, the volatile ones included. */
  readonly mutable: ReadonlySet<string>
}

type Rule = (body: string, known: Known, fn: StoredFunction) => boolean

/** What Citus refuses of functions on spread and copied tables, and how it is found in their text (decision 76, §12). */
const rules: Readonly<Record<string, Rule>> = {
  'a query in language sql that is not inlined': (body, known, { language, isInlined }) =>
    language === 'sql' &&
    !isInlined &&
    (tablesIn(body, known).length > 0 || callsIn(body).some(({ name }) => known.inlined.has(name))),
  'insert … select': (body, known) =>
    inserts(body, known).some((insert) => /^[^()]*(\([^()]*\))?\s*\(?\s*(select|with|table)\b/.test(insert)),
  'insert … values with a subquery': (body, known) =>
    inserts(body, known).some((insert) => /\bvalues\b/.test(insert) && /\(\s*select\b/.test(insert)),
  'a volatile function in update or delete': (body, known) =>
    changes(body, known).some((change) => callsIn(change).some(({ name }) => known.volatile.has(name))),
  'a function of columns that is not immutable in update or delete': (body, known) =>
    changes(body, known).some(
      (change) =>
        /\b\w+\.\w+_at\s*[+-]/.test(change) ||
        callsIn(change).some(({ name, args }) => known.mutable.has(name) && namesColumn(args, change)),
    ),
  'case or coalesce around what is not immutable in update or delete': (body, known) =>
    changes(body, known).some((change) =>
      conditionals(change).some(
        (part) =>
          /\binterval\b|\bcurrent_(date|timestamp|time|user)\b|::\s*(timestamptz|date)\b/.test(part) ||
          callsIn(part).some(({ name }) => known.mutable.has(name)),
      ),
    ),
  'a whole row as an argument of a query': (body, known) =>
    body.split(';').some((text) => givesRow(text, known)),
  'a change inside with': (body) =>
    /\bas\s+(?:(?:not\s+)?materialized\s+)?\(\s*(insert|update|delete)\b/.test(body),
  'exists (select from …)': (body) => /\bexists\s*\(\s*select\s+from\b/.test(body),
  'a row lock without the merchant': (body, known) =>
    locks(body).some(
      (query) =>
        tablesIn(query, known).some(({ place }) => place === 'tenant') &&
        !/\bmerchant_id\s*=(?!\s*any\b)/.test(query),
    ),
}

/** One sentence for each refused form in a function. */
export function faultsOf(fn: StoredFunction, known: Known): string[] {
  const body = plain(fn.body)
  return Object.entries(rules).flatMap(([form, isFound]) =>
    isFound(body, known, fn) ? [`${fn.name}: ${form}`] : [],
  )
}

/** In lower case, without comments and the contents of literals. */
const plain = (body: string) =>
  body.replace(/--[^\n]*|'(?:[^']|'')*'/g, (text) => (text.startsWith('--') ? '' : "''")).toLowerCase()

const noAlias =
  `(?:as|cross|default|for|from|full|group|having|inner|join|left|limit|loop|natural|on|order|overriding|returning
  |right|select|set|union|using|values|where|with)\\b`.replace(/\s/g, '')
const named = new RegExp(
  `(?:\\b(?:from|into|join|only|update|using)|,)\\s+(\\w+\\.\\w+)(?!\\s*\\()(?:\\s+as)?(?:\\s+(?!${noAlias})(\\w+))?`,
  'g',
)

/** The spread and copied tables that a text names, each with what it is called there. */
const tablesIn = (text: string, { places }: Known) =>
  [...text.matchAll(named)].flatMap(([, table = '', alias = table.split('.')[1]]) => {
    const place = places.get(table)
    return place === undefined || place === 'control' ? [] : [{ alias: alias as string, place }]
  })

/** From a place in a text to the end of the statement, or of the parentheses that it is in. */
function clauseAt(text: string, from: number): string {
  const ends = /[();]|\sloop\b/g
  ends.lastIndex = from
  let depth = 0
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    if (end[0] === '(') depth++
    else if (depth === 0) return text.slice(from, end.index)
    else if (end[0] === ')') depth--
  }
  return text.slice(from)
}

const clausesOn = (text: string, start: RegExp, { places }: Known) =>
  [...text.matchAll(start)].flatMap((match) => {
    const place = places.get(match[1] as string)
    return place === undefined || place === 'control' ? [] : [clauseAt(text, match.index)]
  })

/** What each insert says after the name of its table. */
const inserts = (body: string, known: Known) =>
  clausesOn(body, /\binsert\s+into\s+(\w+\.\w+)/g, known).map((each) =>
    each.replace(/^insert\s+into\s+[\w.]+/, ''),
  )

/** Each update and delete, and what an insert updates on a conflict. */
const changes = (body: string, known: Known) => [
  ...clausesOn(body, /\b(?:update|delete\s+from)\s+(?:only\s+)?(\w+\.\w+)/g, known),
  ...inserts(body, known).flatMap((insert) => /\bdo\s+update\s+set\b[\s\S]*/.exec(insert)?.[0] ?? []),
]

/** The calls in a text, with the text of their arguments. */
const callsIn = (text: string) =>
  [...text.matchAll(/\b(\w+(?:\.\w+)?)\s*\(/g)].map((match) => ({
    name: match[1] as string,
    args: clauseAt(text, match.index + match[0].length),
  }))

/** Separated at the commas outside of parentheses. */
function parted(args: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of args) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

/** Whether a statement gives a row of one of its tables to a function, or makes an array of them. */
function givesRow(statement: string, known: Known): boolean {
  const aliases = new Set(tablesIn(statement, known).map(({ alias }) => alias))
  const isRow = (text: string) =>
    aliases.has(text.replace(/^distinct\s+|\s*\.\s*\*$|\s+order\s+by\b[\s\S]*$/g, ''))
  return callsIn(statement).some(({ name, args }) =>
    name === 'array' ? isRow(/^\s*select\s+(\w+)\s+from\b/.exec(args)?.[1] ?? '') : parted(args).some(isRow),
  )
}

/** Whether a text has a column of a table of the statement that changes rows. */
const namesColumn = (text: string, change: string) =>
  [...change.matchAll(named)].some(
    ([, , alias]) => alias !== undefined && new RegExp(`\\b${alias}\\.\\w`).test(text),
  )

/** Each `case … end`, and the arguments of each coalesce. */
const conditionals = (text: string) => [
  ...[...text.matchAll(/\bcase\b[\s\S]*?\bend\b/g)].map(([part]) => part),
  ...callsIn(text).flatMap(({ name, args }) => (name === 'coalesce' ? [args] : [])),
]

/** The query of each row lock, up to the lock. */
const locks = (body: string) =>
  [...body.matchAll(/\bfor\s+(?:no\s+key\s+update|key\s+share|update|share)\b/g)].map(({ index }) =>
    queryBefore(body, index),
  )

function queryBefore(body: string, to: number): string {
  let depth = 0
  for (let at = to; at > 0; at--) {
    if (body[at] === ')') depth++
    if ((body[at] === '(' && depth-- === 0) || (body[at] === ';' && depth === 0)) return body.slice(at, to)
  }
  return body.slice(0, to)
}
