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
