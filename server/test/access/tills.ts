import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { type TillAccess, tillAccess } from '../../src/authorization/render-till.ts'
import type { Route } from '../../src/http/route.ts'
import type { Answer } from '../app.ts'
import { patient } from '../patience.ts'
import { enableTerminal, enterAt, giveCode, type TestTerminal } from '../terminal-session.ts'
import type { Member } from '../world.ts'
import { callsOf } from './called-routes.ts'
import { absent, app } from './stage.ts'

let terminal: TestTerminal
let staff: Record<'manager' | 'supervisor' | 'cashier', Member>
const codes = new Map<Member, string>()

const root = fileURLToPath(new URL('../../../', import.meta.url))

const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`

/** The contents of docs/till-access.md, by route. */
async function written(): Promise<Map<string, string>> {
  const text = await readFile(path.join(root, 'docs/till-access.md'), 'utf8')
  return new Map(
    [...text.matchAll(/^\| `(\S+ \S+)` \| (\w+) \|/gm)].map(([, name, access]) => [name, access]) as [
      string,
      string,
    ][],
  )
}

/** A request that passes the guard and no further: what it lacks is checked afterwards. */
function ask(person: { token: string }, route: Route): Promise<Answer> {
  const to = `${route.path.replaceAll(/\{\w+\}/g, absent)}?surplus=1`
  const isRead = route.method === 'GET'
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  if (route.upload !== undefined) return app.call(person, route.method, to, '--x--\r\n', form)
  return app.call(person, route.method, to, isRead ? undefined : { surplus: true })
}

const endsSession = (route: Route) => nameOf(route) === 'DELETE /auth/sessions/current'

function met({ status, body, text }: Answer): TillAccess | string {
  if (status === 403 && body.code === 'password_required') return 'password_required'
  return status === 401 || status >= 500 ? `${status} ${text.slice(0, 200)}` : 'allowed'
}

/** Calls all routes with terminal sessions, in every role. */
export function tills(): void {
  beforeAll(async () => {
    const store = await app.world.store()
    staff = {
      manager: await app.world.member(store, 'manager'),
      supervisor: await app.world.member(store, 'supervisor'),
      cashier: await app.world.member(store, 'cashier'),
    }
    terminal = await enableTerminal(app, store.manager, 'Caja 1')
    for (const member of Object.values(staff)) codes.set(member, await giveCode(app, store.manager, member))
  }, patient(120_000))

  test(
    'every route answers a terminal session as documented in docs/till-access.md, in every role',
    async () => {
      const golden = await written()
      expect([...golden.keys()].sort()).toEqual(app.product.routes.map(nameOf).sort())
      const wrong: string[] = []
      const asked = app.product.routes.filter((route) => golden.get(nameOf(route)) !== 'public')
      const [last, rest] = [asked.filter(endsSession), asked.filter((route) => !endsSession(route))]
      for (const [role, member] of Object.entries(staff)) {
        const session = await enterAt(app, terminal, codes.get(member) as string)
        const check = async (route: Route) => {
          const [expected, found] = [golden.get(nameOf(route)), met(await ask(session, route))]
          if (found !== expected) wrong.push(`${role} | ${nameOf(route)} | ${expected} | ${found}`)
        }
        // None of them changes anything, so they run concurrently; signing out comes last.
        for (let from = 0; from < rest.length; from += 8)
          await Promise.all(rest.slice(from, from + 8).map(check))
        for (const route of last) await check(route)
      }
      expect(wrong).toEqual([])
    },
    patient(300_000),
  )

  test('a refusal at a terminal says where to do it instead', async () => {
    const session = await enterAt(app, terminal, codes.get(staff.manager) as string)
    const answer = await app.call(session, 'POST', '/pos/webhooks', { storeId: staff.manager.storeId })
    expect(answer).toMatchObject({ status: 403, body: { code: 'password_required' } })
    expect(answer.body.detail).toContain('Sign in with e-mail and password in the back office')
  })

  test('a manager’s PIN cannot move money out, change people or reach outside', () => {
    const closed = [
      'POST /pos/webhooks',
      'PATCH /pos/webhooks/{id}',
      'POST /pos/settlements/bank-account',
      'POST /pos/settlements/requests',
      'POST /pos/connections',
      'PATCH /pos/memberships/{id}',
      'DELETE /pos/memberships/{id}',
      'POST /pos/invites',
      'POST /pos/cashiers',
      'POST /pos/memberships/{id}/email-invites',
      'POST /pos/employees/{id}/pin',
      'POST /pos/terminals/{id}/enable',
      'POST /pos/terminals/{id}/enabling-codes',
      'PATCH /pos/stores/{id}',
      'POST /pos/products/import',
      'POST /pos/products/bulk-change',
      'PATCH /pos/products/{id}',
      'GET /pos/products/export',
      'GET /pos/audit_log/export',
      'POST /auth/password',
      'POST /auth/totp',
      'POST /auth/sessions/current/confirm',
    ]
    const known = new Map(app.product.routes.map((route) => [nameOf(route), tillAccess(route)]))
    expect(closed.filter((name) => known.get(name) !== 'password_required')).toEqual([])
  })

  test('the list contains exactly what the till’s screens call', async () => {
    const called = await callsOf(path.join(root, 'web/src'), [
      'terminal/frame/terminal-page.tsx',
      'look/merchant-look.tsx',
      'session/lock-screen/lock-screen.tsx',
      'session/me/me.ts',
    ])
    const known = new Map(app.product.routes.map((route) => [nameOf(route), tillAccess(route)]))
    expect(called.filter((name) => !known.has(name))).toEqual([])
    // At the till too, goods are added to the catalog only by who signed in with a password.
    const byPassword = ['POST /pos/barcodes', 'POST /pos/products']
    for (const name of byPassword) expect(known.get(name), name).toBe('password_required')
    const open = [...known].filter(([, access]) => access === 'allowed').map(([name]) => name)
    const isByPin = (name: string) => known.get(name) !== 'public' && !byPassword.includes(name)
    expect(open.sort()).toEqual(called.filter(isByPin).sort())
  })

  test('PostgreSQL lets a manager’s terminal session write only the rows that a till writes', async () => {
    const session = await enterAt(app, terminal, codes.get(staff.manager) as string)
    const client = await app.admin.connect()
    try {
      await client.query('begin')
      await client.query(`select app.authenticate(sha256(convert_to($1, 'UTF8')), null, false, 'test')`, [
        session.token,
      ])
      const { rows } = await client.query(
        `select array_agg(distinct s.domain order by s.domain) as domains from authz.permission_sets s
          where s.id = any (app.creatable_sets() || app.updatable_sets() || app.deletable_sets())`,
      )
      expect(rows[0].domains).toEqual(['approvals', 'receipts', 'sales', 'shifts'])
      await expect(
        client.query('select shop.mint_pin($1, $2, null, $3)', [staff.manager.merchantId, absent, 'x']),
      ).rejects.toThrow('password_required')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
}
