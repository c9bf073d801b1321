import { expect, test } from 'vitest'
import { type AccessClass, accessClass, callerKinds } from '../../src/authorization/render-access.ts'
import type { Route } from '../../src/http/route.ts'
import type { Answer } from '../app.ts'
import { patient } from '../patience.ts'
import type { Person } from '../world.ts'
import { agreedRoutes, platformRoutes } from './agreed-routes.ts'
import {
  absent,
  app,
  ask,
  byKind,
  callers,
  hasId,
  inOrder,
  isOfRow,
  isRefused,
  means,
  reached,
  requestOf,
  stores,
  targetOf,
} from './stage.ts'

const nameOf = ({ method, path }: Route) => `${method} ${path}`
const isOfPlatform = ({ access }: Route) => access.startsWith('platform:')

/** Calls all registered routes as every kind of caller. */
export function everyRoute(): void {
  test(
    'a foreign id and an absent one get the same answer, byte for byte, for every caller without access',
    async () => {
      const wrong: string[] = []
      for (const route of inOrder(app.product.routes).filter(isOfRow)) {
        const target = await targetOf(route)
        const strangers = callerKinds.filter((kind) => accessClass(route, kind) === '404')
        await Promise.all(
          strangers.map(async ({ name }) => {
            const [foreign, none] = await Promise.all(
              [target, absent].map((id) => ask(route, callers[byKind[name]], id, '404')),
            )
            if (likeness(foreign as Answer) !== likeness(none as Answer))
              wrong.push(`${nameOf(route)} | ${name}: ${foreign?.text} ${none?.text}`)
          }),
        )
      }
      expect(wrong).toEqual([])
    },
    patient(60_000),
  )

  test(
    'a platform route tells a caller without permission the required role, and not what is wrong with the request',
    async () => {
      const wrong: string[] = []
      const people = await staff()
      for (const route of app.product.routes.filter(isOfPlatform))
        for (const { name, person, expected } of people) {
          const wanted = expected(route)
          const [sound, ill] = [requestOf(route, absent), requestOf(route, absent, true)]
          const answers = [
            await app.call(person, route.method, sound.path, sound.body, sound.headers),
            await app.call(person, route.method, ill.path, ill.body, ill.headers),
          ] as const
          const fits =
            wanted === 'in' ? isPast(answers, route) : answers.every((each) => isRefusal(each, wanted, route))
          if (!fits)
            wrong.push(
              `${nameOf(route)} | ${name} | ${wanted} | ${answers.map(({ text }) => text.slice(0, 200))}`,
            )
        }
      expect(wrong).toEqual([])
    },
    patient(300_000),
  )

  test(
    'every route answers every kind of caller as documented in docs/access.md',
    async () => {
      const wrong: string[] = []
      for (const route of inOrder(app.product.routes)) {
        const target = await targetOf(route)
        let isDone = false
        const check = async (kind: (typeof callerKinds)[number], expected: AccessClass): Promise<void> => {
          const allowed: (AccessClass | 'fault')[] = [...means[expected]]
          // A row that is absent, or deleted by the first allowed caller, still shows that the caller passed
          // the guard.
          if (expected === 'in' && hasId(route) && (!isOfRow(route) || isDone)) allowed.push('404')
          // A caller who may end the cashier's membership ends another one, so that the cashier remains.
          const isMembership = expected === 'in' && route.path.startsWith('/pos/memberships/')
          const id = isMembership ? (await app.world.member(stores.store, 'cashier')).membershipId : target
          const answer = await ask(route, callers[byKind[kind.name]], id, expected)
          const found = reached(answer)
          if (!allowed.includes(found))
            wrong.push(
              `${route.method} ${route.path} | ${kind.name} | ${expected} | ${found} ${answer.text.slice(0, 200)}`,
            )
          if (found === 'in') isDone = true
        }
        // Refused callers change nothing, so they all run concurrently; the others follow one by one.
        const asked = callerKinds.map((kind) => [kind, accessClass(route, kind)] as const)
        await Promise.all(asked.filter(([, to]) => isRefused(to)).map(([kind, to]) => check(kind, to)))
        for (const [kind, to] of asked.filter(([, to]) => !isRefused(to))) await check(kind, to)
      }
      expect(wrong).toEqual([])
    },
    patient(300_000),
  )

  test('the agreed routes exist, and require the agreed access', () => {
    const found = new Map(app.product.routes.map(({ method, path, access }) => [`${method} ${path}`, access]))
    const wrong = Object.entries(agreedRoutes).filter(([name, wanted]) => {
      const access = found.get(name)
      return access === undefined || !wanted.includes(access)
    })
    expect(wrong.map(([name]) => `${name}: ${found.get(name)}`)).toEqual([])
  })

  test('nobody can override a verification', () => {
    expect(app.product.routes.filter(({ path }) => path.includes('override'))).toEqual([])
  })

  test('exactly these platform routes exist, each with the agreed role', () => {
    const found = app.product.routes.filter(isOfPlatform).map((route) => [nameOf(route), route.access])
    expect(Object.fromEntries(found)).toEqual(platformRoutes)
  })
}

/** Everything that could distinguish two answers, except what differs in any two. */
function likeness({ status, headers, text, body }: Answer): string {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return JSON.stringify([status, kept, text.replace(body?.requestId ?? '', '')])
}

interface Staff {
  readonly name: string
  readonly person: Person | undefined
  /** The code that a route answers with, or `in`: past the guard. */
  readonly expected: (route: Route) => string
}

/** Every caller of platform routes: the kinds of caller, and staff with an insufficient session. */
async function staff(): Promise<Staff[]> {
  const codes: Partial<Record<AccessClass, string>> = {
    '401': 'unauthenticated',
    '403': 'forbidden',
    in: 'in',
  }
  // A confined caller is refused behind the guard, by the row concerned: confined-administrators.ts.
  const outright = callerKinds.filter(({ name }) => name !== 'admin, owner')
  const kinds = outright.map((kind) => ({
    name: kind.name,
    person: callers[byKind[kind.name]].person,
    expected: (route: Route) => {
      if ('keyScopes' in kind) return 'person_required'
      return 'isAtTill' in kind ? 'password_required' : (codes[accessClass(route, kind)] as string)
    },
  }))
  const withLess = async (
    label: 'operator' | 'admin',
    options: object,
    code: string,
    isMeant = (_: Route) => true,
  ) => ({
    name: `${label} with ${JSON.stringify(options)}`,
    person: await app.world.person({
      labels: [label === 'admin' ? 'platformAdmin' : 'platformOperator'],
      ...options,
    }),
    expected: (route: Route) => {
      const access = accessClass(route, { name: label, platform: label })
      return access === 'in' && isMeant(route) ? code : (codes[access] as string)
    },
  })
  return [
    ...kinds,
    await withLess('operator', { secondFactor: false }, 'mfa_required'),
    await withLess('admin', { secondFactor: false }, 'mfa_required'),
    await withLess(
      'admin',
      { confirmed: false },
      'confirmation_required',
      ({ confirmed }) => confirmed === true,
    ),
  ]
}

const refusals = [
  'unauthenticated',
  'forbidden',
  'mfa_required',
  'password_required',
  'confirmation_required',
]

function isPast([sound, ill]: readonly [Answer, Answer], route: Route): boolean {
  const isJudged = route.body === undefined || ill.body.code === 'invalid_request'
  return !refusals.includes(sound.body?.code) && !refusals.includes(ill.body?.code) && isJudged
}

function isRefusal({ status, body }: Answer, code: string, route: Route): boolean {
  if (body.code !== code) return false
  return code !== 'forbidden' || (status === 403 && body.requiredRole === route.access)
}
