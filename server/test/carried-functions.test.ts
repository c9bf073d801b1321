import { describe, expect, test } from 'vitest'
import { renderedForCitus } from '../src/database/citus.ts'
import { carriedFunctionsOf, type Place, placesOf } from '../src/database/places.ts'
import { sqlSources } from '../src/database/sources.ts'
import { statementsIn } from '../src/database/split.ts'

interface Defined {
  readonly name: string
  readonly parameters: string
  readonly body: string
}

const head = /^create or replace function (\w+\.\w+)\(([\s\S]*?)\)\s+(?=returns|language|as)/i

/** The functions that a text defines, without their comments. */
const definedIn = (text: string): Defined[] =>
  statementsIn(text.replace(/--.*/g, '')).flatMap((statement) => {
    const found = head.exec(statement)
    if (found === null) return []
    const [start, name = '', parameters = ''] = found
    return [{ name, parameters, body: statement.slice(start.length).toLowerCase() }]
  })

const sources = await sqlSources()
const places = placesOf(sources)
const carried = carriedFunctionsOf(sources)
const defined = renderedForCitus(sources).functions.flatMap(({ text }) => definedIn(text))

/** A function and all that it calls, and they call. */
function reached(name: string, all: readonly Defined[]): Defined[] {
  const found = new Set<Defined>()
  const follow = (each: string) => {
    for (const fn of all.filter((one) => one.name === each && !found.has(one))) {
      found.add(fn)
      for (const [, callee] of fn.body.matchAll(/\b(\w+\.\w+)\s*\(/g)) follow(callee as string)
    }
  }
  follow(name)
  return [...found]
}

const writes = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?(\w+\.\w+)/g
const names = /\b(?:from|join|into|update)\s+(?:only\s+)?(\w+\.\w+)(?!\s*\()/g
const placesIn = (body: string, what: RegExp) =>
  [...body.matchAll(what)].flatMap(([, table = '']): (readonly [string, Place])[] => {
    const place = places.get(table)
    return place === undefined ? [] : [[table, place]]
  })

/** Each query inside parentheses, from its first word to its end. */
function* queriesInside(body: string): Generator<string> {
  for (const { index } of body.matchAll(/\(\s*select\b/g)) {
    let depth = 1
    let end = index + 1
    for (; depth > 0 && end < body.length; end++) depth += body[end] === '(' ? 1 : body[end] === ')' ? -1 : 0
    yield body.slice(index + 1, end - 1)
  }
}

/** The names by which queries inside others find their merchant in a row of the outer one: a node takes only a variable. */
const outerMerchants = (body: string) =>
  [...queriesInside(body)].flatMap((query) => {
    const own = new Set(
      [...query.matchAll(/\b(?:from|join)\s+\w+\.\w+\s+(?:as\s+)?(\w+)/g)].map(([, name]) => name),
    )
    return [...query.matchAll(/\bmerchant_id\s*=\s*(\w+)\.merchant_id/g)].flatMap(([, name = '']) =>
      own.has(name) || /^[pv]_/.test(name) ? [] : [name],
    )
  })

/** Tables of both kinds in one statement: a node takes them only apart. */
const mixed = (body: string): string[] =>
  body.split(/;|:=|\b(?:then|loop|else|begin|return)\b/).flatMap((statement) => {
    const named = placesIn(statement, names)
    const of = (kind: Place) => named.find(([, place]) => place === kind)?.[0]
    const [spread, copied] = [of('tenant'), of('shared')]
    return spread === undefined || copied === undefined ? [] : [`${spread} and ${copied}`]
  })

/** What a node cannot do, as one sentence for each place where a function, or one that it calls, does it. */
function faultsOf(name: string, all: readonly Defined[]): string[] {
  const faults = all
    .filter((fn) => fn.name === name && !/^\s*p_merchant\s+uuid\b/.test(fn.parameters))
    .map(() => `${name} has another first parameter than p_merchant`)
  if (all.filter((fn) => fn.name === name).length !== 1)
    faults.push(`${name} is not the only one of its name`)
  for (const { name: by, body } of reached(name, all)) {
    for (const [table, place] of placesIn(body, writes))
      if (place !== 'tenant') faults.push(`${name}: ${by} writes ${table}`)
    for (const [table, place] of placesIn(body, names))
      if (place !== 'tenant' && place !== 'shared') faults.push(`${name}: ${by} reads ${table}`)
    for (const both of mixed(body)) faults.push(`${name}: ${by} asks ${both} in one statement`)
    for (const outer of outerMerchants(body))
      faults.push(`${name}: ${by} asks by the merchant of ${outer}, which is a row of an outer query`)
    if (/\bdbos\./.test(body)) faults.push(`${name}: ${by} enqueues work`)
    if (/\bpg_notify\s*\(/.test(body)) faults.push(`${name}: ${by} notifies`)
    if (/\bapp\.authority_key\s*\(/.test(body)) faults.push(`${name}: ${by} locks an authority`)
    if (/\bvalues\s*\(\s*\w+\.\*\s*\)/.test(body)) faults.push(`${name}: ${by} inserts a whole row`)
  }
  return faults
}

test('a function that is carried to its merchant’s node does there only what a node can', () => {
  expect(carried.length).toBeGreaterThan(5)
  expect(carried.flatMap((name) => faultsOf(name, defined))).toEqual([])
})

describe('is found:', () => {
  const wrong: readonly (readonly [fault: string, text: string])[] = [
    [
      'wrong.carried has another first parameter than p_merchant',
      '(p_id uuid, p_merchant uuid) returns void as $$ $$',
    ],
    [
      'wrong.carried: wrong.carried writes shop.stores',
      '(p_merchant uuid) returns void as $$ update shop.stores s set name = null; $$',
    ],
    [
      'wrong.carried: wrong.carried reads identity.sessions',
      '(p_merchant uuid) returns void as $$ select 1 from identity.sessions; $$',
    ],
    [
      'wrong.carried: app.enqueue_work enqueues work',
      `(p_merchant uuid) returns void as $$ perform app.enqueue_work('a', 'b'); $$`,
    ],
    [
      'wrong.carried: app.lock_authority locks an authority',
      '(p_merchant uuid) returns void as $$ perform app.lock_authority(p_merchant); $$',
    ],
    [
      'wrong.carried: app.lock_authority notifies',
      '(p_merchant uuid) returns void as $$ perform app.lock_authority(p_merchant); $$',
    ],
    [
      'wrong.carried: wrong.carried asks by the merchant of s, which is a row of an outer query',
      `(p_merchant uuid) returns void as $$ select (select sum(p.id) from vas.sale_pins p where p.merchant_id = s.merchant_id)
         from vas.sales s where s.merchant_id = p_merchant; $$`,
    ],
    [
      'wrong.carried: wrong.carried inserts a whole row',
      '(p_merchant uuid) returns void as $$ insert into vas.sales values (v.*); $$',
    ],
  ]
  test.each(wrong)('%s', (fault, text) => {
    const more = definedIn(`create or replace function wrong.carried${text};`)
    expect(more).toHaveLength(1)
    expect(faultsOf('wrong.carried', [...defined, ...more])).toContain(fault)
  })

  test('a second function of the same name', () => {
    const [one] = definedIn(
      'create or replace function wrong.carried(p_merchant uuid) returns void as $$ $$;',
    )
    expect(faultsOf('wrong.carried', [one as Defined, { ...(one as Defined) }])).toEqual([
      'wrong.carried is not the only one of its name',
    ])
  })
})
