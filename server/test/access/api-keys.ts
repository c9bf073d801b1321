import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type KeyScope, keyScopeNames, keyScopes, withIncluded } from '../../src/authorization/key-scopes.ts'
import { matrix, scopes } from '../../src/authorization/matrix.ts'
import { keyAccess, requiredScopes } from '../../src/authorization/render-keys.ts'
import type { Route } from '../../src/http/route.ts'
import type { Answer } from '../app.ts'
import { patient } from '../patience.ts'
import type { Member, Person } from '../world.ts'
import { absent, app, requestOf, stores, targetOf } from './stage.ts'

let owner: Member

const root = fileURLToPath(new URL('../../../', import.meta.url))

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** The contents of docs/api-key-access.md, by route. */
async function written(): Promise<Map<string, string>> {
  const text = await readFile(path.join(root, 'docs/api-key-access.md'), 'utf8')
  return new Map(
    [...text.matchAll(/^\| `([A-Z]+ \S+)` \| ([\w, ]+) \|/gm)].map(([, name, access]) => [name, access]) as [
      string,
      string,
    ][],
  )
}

/** A request that passes the guard and no further: what it lacks is checked afterwards. */
function ask(key: Person, route: Route): Promise<Answer> {
  const to = `${route.path.replaceAll(/\{\w+\}/g, absent)}?surplus=1`
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  if (route.upload !== undefined) return app.call(key, route.method, to, '--x--\r\n', form)
  return app.call(key, route.method, to, route.method === 'GET' ? undefined : { surplus: true })
}

function met({ status, body, text }: Answer): string {
  if (status === 403 && body.code === 'person_required') return 'person_required'
  if (status === 403 && body.code === 'scope_missing') return `lacks ${body.requiredScope}`
  return status === 401 || status >= 500 ? `${status} ${text.slice(0, 200)}` : 'past the guard'
}

/** Routes whose answer to a key differs from the expected one. */
async function wrongOf(
  key: Person,
  routes: readonly Route[],
  expected: (route: Route) => string,
): Promise<string[]> {
  const wrong: string[] = []
  for (let from = 0; from < routes.length; from += 8)
    await Promise.all(
      routes.slice(from, from + 8).map(async (route) => {
        const found = met(await ask(key, route))
        if (found !== expected(route)) wrong.push(`${nameOf(route)} | ${expected(route)} | ${found}`)
      }),
    )
  return wrong
}

/** Names that differ from answer to answer, and costs, which only a key that reads reports is shown (decision 95). */
const differing = /^(requestId|syncedTo|\w*[cC]ost\w*)$/

/** The stage's picture is a theme's, and no scope reads themes. */
const readsTheme = ['GET /pos/files/{id}']

function answered({ status, body, text }: Answer): string {
  const same = JSON.stringify(body, (name, value) => (differing.test(name) ? undefined : value))
  return `${status} ${same ?? text}`
}

/** Calls all routes with API keys, with every scope and without each. */
export function apiKeys(): void {
  beforeAll(async () => {
    owner = (await app.world.store()).manager
  }, patient(120_000))

  test(
    'every route answers a key with every scope, and one with a single scope, as documented in docs/api-key-access.md',
    async () => {
      const golden = await written()
      expect([...golden.keys()].sort()).toEqual(app.product.routes.map(nameOf).sort())
      for (const held of [keyScopeNames, [keyScopeNames[0]]] as readonly (readonly KeyScope[])[]) {
        const expected = (route: Route) => {
          const wanted = golden.get(nameOf(route)) as string
          if (wanted === 'person_required') return wanted
          const missing =
            wanted === 'public'
              ? undefined
              : wanted.split(', ').find((each) => !held.includes(each as KeyScope))
          return missing === undefined ? 'past the guard' : `lacks ${missing}`
        }
        const key = await app.world.apiKey(owner, { scopes: held })
        expect(await wrongOf(key, app.product.routes, expected)).toEqual([])
      }
    },
    patient(300_000),
  )

  test(
    'every route that requires a scope refuses a key with all others',
    async () => {
      const wrong: string[] = []
      for (const scope of keyScopeNames) {
        const others = keyScopeNames.filter((other) => !withIncluded([other]).includes(scope))
        const routes = app.product.routes.filter((route) => requiredScopes(route).includes(scope))
        expect(routes.length, scope).toBeGreaterThan(0)
        const key = await app.world.apiKey(owner, { scopes: others })
        wrong.push(...(await wrongOf(key, routes, () => `lacks ${scope}`)))
      }
      expect(wrong).toEqual([])
    },
    patient(300_000),
  )

  test(
    'every read of a key with exactly the scopes that it requires answers what a manager reads, without costs',
    async () => {
      const reads = app.product.routes.filter(
        (route) =>
          route.method === 'GET' && route.apiKey !== undefined && !readsTheme.includes(nameOf(route)),
      )
      expect(reads.length).toBeGreaterThan(70)
      const { manager } = stores.store
      const narrower: string[] = []
      for (const route of reads) {
        const key = await app.world.apiKey(manager, { scopes: requiredScopes(route) })
        const { path } = requestOf(route, await targetOf(route))
        const seen = await app.call(key, 'GET', path)
        const whole = await app.call(manager, 'GET', path)
        const [answer, expected] = [answered(seen), answered(whole)]
        // A merchant has few keys at a time.
        expect((await app.call(manager, 'POST', `/pos/api_keys/${key.id}/revoke`)).status).toBe(200)
        if (answer !== expected) narrower.push(`${nameOf(route)}\n${answer}\n${expected}`)
      }
      expect(narrower).toEqual([])
    },
    patient(300_000),
  )

  test('no scope of a key exceeds a manager’s permissions, and each names a row of the matrix', () => {
    const held = scopes('manager')
    expect(keyScopeNames.filter((scope) => !held.includes(scope))).toEqual([])
    const misplaced = keyScopeNames.filter((scope) => {
      const families: readonly string[] = matrix[keyScopes[scope]].scopes
      return !families.includes(scope.replace(/_(READ|WRITE)$/, ''))
    })
    expect(misplaced).toEqual([])
  })

  test('no key can take money out, give permissions away or do what needs a confirmation', () => {
    const open = app.product.routes.filter((route) => keyAccess(route) in keyScopes)
    expect(open.length).toBeGreaterThan(50)
    expect(open.filter(({ confirmed }) => confirmed === true).map(nameOf)).toEqual([])
    expect(open.filter(({ access }) => /^(owner|platform)/.test(access)).map(nameOf)).toEqual([])
    const closed = [
      'POST /pos/sales_orders/{id}/refunds',
      'POST /pos/carts/{id}/discounts',
      'POST /pos/approvals',
      'POST /pos/approvals/{id}/approve',
      'POST /pos/shifts/{id}/cash_movements',
      'POST /pos/deposits',
      'POST /pos/settlements/requests',
      'POST /pos/settlements/requests/{id}/cancel',
      'POST /pos/connections',
      'POST /pos/webhooks',
      'POST /pos/invites',
      'POST /pos/cashiers',
      'POST /pos/employees',
      'PATCH /pos/memberships/{id}',
      'POST /pos/terminals/{id}/enable',
      'POST /pos/stores',
      'PUT /pos/settings/{key}',
      'POST /vas/pin/reprint',
      'POST /pos/offline_sales/{id}/accept',
    ]
    const known = new Map(app.product.routes.map((route) => [nameOf(route), keyAccess(route)]))
    expect(closed.filter((name) => known.get(name) !== 'person_required')).toEqual([])
  })
}
