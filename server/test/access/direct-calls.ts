import { beforeAll, expect, test } from 'vitest'
import { patient } from '../patience.ts'
import type { Member } from '../world.ts'
import { answersTo, type Caller } from './direct-answers.ts'
import { type ApiFunction, apiFunctions, argumentsAbout } from './direct-arguments.ts'
import {
  type Exceptions,
  ofColleagues,
  ofConfined,
  ofEverybody,
  ofSisterStores,
  unasked,
} from './direct-exceptions.ts'
import { app, atTill, callers, rowOf, stores } from './stage.ts'

/** Refusals that say no more than that the caller may not, or that there is no such thing. */
const closed = [
  'not_found',
  'forbidden',
  'unauthenticated',
  'password_required',
  'person_required',
  // For who knows every id and no secret.
  'enabling_code_spent',
  'invalid_credentials',
  'invite_spent',
  'reset_link_spent',
  'setup_link_spent',
  'terminal_not_enabled',
]

let asked: { function: ApiFunction; values: unknown[] }[]

const isClosed = (answer: string) => closed.includes(answer) || answer === 'nothing'
const cashier = () => callers.cashier.person as Member

/** Calls every function that runs past row-level security, as every kind of caller, with the ids of one store and its people. */
export function directCalls(): void {
  beforeAll(async () => {
    const rows = new Map([['shop.api_keys', callers['API key of a store'].person?.id as string]])
    const secret = { provider: 'conekta', environment: 'live', secretKey: 'key_of_the_merchant' }
    const body = { ...secret, merchantId: stores.store.merchantId }
    const psp = await app.call(callers.admin.person, 'POST', '/admin/psp-credentials', body)
    rows.set('platform.psp_credentials', psp.body.id)
    const victim = { store: stores.store, member: cashier() }
    const valuesOf = argumentsAbout(app.admin, {
      ...victim,
      rowOf: async (table) => rows.get(table) ?? rowOf(table),
    })
    asked = []
    for (const each of await apiFunctions(app.admin))
      asked.push({ function: each, values: await valuesOf(each) })
  }, patient(120_000))

  test(
    'tells nothing to a caller without access to its merchant, and changes no row of it',
    async () => {
      const { foreign } = stores
      const strangers = Object.entries(callers).filter(
        ([, { memberships, ...rest }]) =>
          !('platform' in rest) &&
          memberships.every(({ merchantId }) => merchantId !== stores.store.merchantId),
      )
      expect(strangers.map(([name]) => name)).toContain('former manager')
      const key = await app.world.apiKey(foreign.manager)
      const people = strangers.map(([, { person }]) => person)
      await holds([...people, key], ofEverybody)
    },
    patient(60_000),
  )

  test(
    'tells nothing to an administrator who is confined to another merchant, and changes no row of it',
    async () => {
      await holds([callers['administrator and owner'].person], ofConfined)
    },
    patient(60_000),
  )

  test(
    'tells nothing to who works in a sister store, and changes no row of the store',
    async () => {
      const { sibling } = stores
      const manager = callers['sibling’s manager'].person as Member
      const people = [
        callers['sibling’s cashier'].person,
        callers['sibling’s supervisor'].person,
        manager,
        await app.world.apiKey(sibling.manager, { storeIds: [sibling.id] }),
        (await atTill(manager, sibling.manager)).person,
      ]
      await holds(people, ofSisterStores)
    },
    patient(60_000),
  )

  test(
    'tells a cashier nothing of what is a colleague’s own, and changes nothing of it',
    async () => {
      await holds([callers['second cashier'].person], ofColleagues)
    },
    patient(60_000),
  )

  test(
    'gives another answer to somebody who works there or oversees it: so the ids are right',
    async () => {
      const insiders = ['cashier', 'supervisor', 'manager', 'owner', 'operator', 'admin'] as const
      const people = [callers['other merchant’s manager'], ...insiders.map((name) => callers[name])]
      const { person: till } = await atTill(cashier(), stores.store.manager)
      const answers: ReadonlyMap<string, string>[] = []
      for (const person of [...people.map((each) => each.person), till]) answers.push(await ask(person))
      const alike = asked.filter(
        ({ function: { name, parameters } }) =>
          parameters.some(({ type }) => /^uuid|\./.test(type)) &&
          new Set(answers.map((each) => each.get(name))).size === 1,
      )
      expect(alike.map((each) => each.function.name)).toEqual(Object.keys(unasked))
    },
    patient(60_000),
  )
}

const ask = (person: Caller) =>
  answersTo(person, asked, app, {
    merchantId: stores.store.merchantId,
    people: [cashier().id, stores.store.manager.id],
  })

async function holds(people: readonly Caller[], { answering, changing }: Exceptions): Promise<void> {
  const answered = new Set<string>()
  const changed = new Set<string>()
  for (const person of people)
    for (const [name, answer] of await ask(person))
      if (answer === 'changed') changed.add(name)
      else if (!isClosed(answer)) answered.add(name)
  expect({
    answered: [...answered].filter((name) => !changed.has(name)).sort(),
    changed: [...changed].sort(),
  }).toEqual({
    answered: Object.keys(answering).sort(),
    changed: Object.keys(changing).sort(),
  })
}
