import type { Place } from '../src/database/places.ts'

/** Where the rows of each table are: what a text names of them is what a cluster has to plan. */
export type Places = ReadonlyMap<string, Place>

/** In lower case, without comments, quotes of names and the contents of literals. */
export const plain = (text: string) =>
  text
    .replace(/--[^\n]*|'(?:[^']|'')*'/g, (found) => (found.startsWith('--') ? '' : "''"))
    .replace(/"(\w+)"/g, '$1')
    .toLowerCase()

const noAlias =
  `(?:as|cross|default|for|from|full|group|having|inner|join|left|limit|loop|natural|on|order|overriding|returning
  |right|select|set|union|using|values|where|with)\\b`.replace(/\s/g, '')
const named = new RegExp(
  `(?:\\b(?:from|into|join|only|update|using)|,)\\s+(\\w+\\.\\w+)(?!\\s*\\()(?:\\s+as)?(?:\\s+(?!${noAlias})(\\w+))?`,
  'g',
)

/** The spread and copied tables that a text names, each with what it is called there. */
export const tablesIn = (text: string, places: Places) =>
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

const clausesOn = (text: string, start: RegExp, places: Places, isOfCoordinator = false) =>
  [...text.matchAll(start)].flatMap((match) => {
    const place = places.get(match[1] as string)
    return place === undefined || (place === 'control') !== isOfCoordinator
      ? []
      : [clauseAt(text, match.index)]
  })

/** What each insert says after the name of its table. */
export const inserts = (text: string, places: Places) =>
  clausesOn(text, /\binsert\s+into\s+(\w+\.\w+)/g, places).map((each) =>
    each.replace(/^insert\s+into\s+[\w.]+/, ''),
  )

/** What each insert updates on a conflict. */
export const conflicts = (text: string, places: Places) =>
  inserts(text, places).flatMap((insert) => /\bdo\s+update\s+set\b[\s\S]*/.exec(insert)?.[0] ?? [])

const change = /\b(?:update|delete\s+from)\s+(?:only\s+)?(\w+\.\w+)/g

/** Each update and delete. */
export const changes = (text: string, places: Places) => clausesOn(text, change, places)

/** Each update and delete of a table that only the coordinator has. */
export const changesOfCoordinator = (text: string, places: Places) => clausesOn(text, change, places, true)

/** The calls in a text, with the text of their arguments. */
export const callsIn = (text: string) =>
  [...text.matchAll(/\b(\w+(?:\.\w+)?)\s*\(/g)].map((match) => ({
    name: match[1] as string,
    args: clauseAt(text, match.index + match[0].length),
  }))

/** Separated at the commas outside of parentheses. */
export function parted(args: string): string[] {
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

/** Whether a text has a column of a table of the statement that changes rows. */
export const namesColumn = (text: string, change: string) =>
  [...change.matchAll(named)].some(
    ([, , alias]) => alias !== undefined && new RegExp(`\\b${alias}\\.\\w`).test(text),
  )

/** Each `case … end`, and the arguments of each coalesce. */
export const conditionals = (text: string) => [
  ...[...text.matchAll(/\bcase\b[\s\S]*?\bend\b/g)].map(([part]) => part),
  ...callsIn(text).flatMap(({ name, args }) => (name === 'coalesce' ? [args] : [])),
]

/** The query of each row lock, up to the lock. */
export const locks = (text: string) =>
  [...text.matchAll(/\bfor\s+(?:no\s+key\s+update|key\s+share|update|share)\b/g)].map(({ index }) =>
    queryBefore(text, index),
  )

function queryBefore(text: string, to: number): string {
  let depth = 0
  for (let at = to; at > 0; at--) {
    if (text[at] === ')') depth++
    if ((text[at] === '(' && depth-- === 0) || (text[at] === ';' && depth === 0)) return text.slice(at, to)
  }
  return text.slice(0, to)
}
