import { createHash } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { type Caller, type PaidShop, settlementShop } from '../../../test/settlement-shop.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let operator: Person
let shops: ReturnType<typeof settlementShop>
beforeAll(async () => {
  app = await sharedProduct()
  operator = await app.world.operator()
  shops = settlementShop(app, operator)
})

const nothing = '01900000-0000-7000-8000-000000000000'

describe('who may', () => {
  const people: Record<string, Caller> = {}
  let of: PaidShop
  let id: string

  beforeAll(async () => {
    of = await shops.shop()
    const other = await shops.shop()
    people['nobody'] = undefined
    people['a customer'] = await app.world.person()
    people['a cashier'] = await app.world.member(of.store, 'cashier')
    people['a supervisor'] = await app.world.member(of.store, 'supervisor')
    people['a manager'] = of.manager
    people['the owner'] = of.store.manager
    people['a manager elsewhere'] = other.manager
    people['an operator'] = operator
    people['an administrator'] = await app.world.platformAdmin()
    people['an operator without a factor'] = await app.world.person({
      labels: ['platformOperator'],
      secondFactor: false,
    })
    people['an operator for hours'] = await app.world.person({
      labels: ['platformOperator'],
      confirmed: false,
    })
    id = await shops.settlementIn('REQUESTED', of)
  })

  const codes = (ask: unknown, read: unknown, cancel: unknown, queue: unknown, decide: unknown) => ({
    ask,
    read,
    cancel,
    queue,
    decide,
  })
  const signIn = 'unauthenticated'
  test.each(
    Object.entries({
      nobody: codes(signIn, signIn, signIn, signIn, signIn),
      'a customer': codes('forbidden', 404, 'forbidden', 'forbidden', 'forbidden'),
      'a cashier': codes('forbidden', 404, 404, 'forbidden', 'forbidden'),
      'a supervisor': codes('forbidden', 404, 404, 'forbidden', 'forbidden'),
      'a manager': codes(201, 200, 404, 'forbidden', 'forbidden'),
      'the owner': codes(201, 200, 404, 'forbidden', 'forbidden'),
      'a manager elsewhere': codes('forbidden', 404, 404, 'forbidden', 'forbidden'),
      'an operator': codes('forbidden', 404, 'forbidden', 200, 404),
      'an administrator': codes('forbidden', 404, 'forbidden', 200, 404),
      'an operator without a factor': codes('forbidden', 404, 'forbidden', 'mfa_required', 'mfa_required'),
      'an operator for hours': codes('forbidden', 404, 'forbidden', 200, 'confirmation_required'),
    }),
  )('ask, read, cancel, list and decide: %s', async (who, wanted) => {
    const caller = people[who]
    const answers = {
      ask: await shops.ask(caller, shops.order(of)),
      read: await shops.read(caller, id),
      // Absent for everybody: callers who may cancel get not_found.
      cancel: await shops.cancel(caller, nothing),
      queue: await app.call(caller, 'GET', '/pos/settlements/ops/requests'),
      decide: await shops.decide(caller, nothing, 'APPROVED'),
    }
    for (const [what, { status, body }] of Object.entries(answers))
      expect(body.code === 'not_found' ? 404 : (body.code ?? status), what).toBe(
        wanted[what as keyof typeof wanted],
      )
    if (caller === undefined) return
    const listed = await app.call(caller, 'GET', '/pos/settlements/requests')
    expect(listed.body.items.some((each: { id: string }) => each.id === id)).toBe(wanted.read === 200)
  })

  test('others get the same answer as for one that does not exist', async () => {
    for (const who of ['a manager elsewhere', 'a cashier']) {
      for (const call of [shops.read, shops.cancel]) {
        const [foreign, absent] = [await call(people[who], id), await call(people[who], nothing)]
        const rest = ({ requestId: _, ...body }: Record<string, unknown>) => body
        expect(rest(foreign.body)).toEqual(rest(absent.body))
        expect(foreign.status).toBe(404)
      }
    }
  })

  test('a label shows settlements and their bank account, and the API’s login role can change none', async () => {
    const client = new pg.Client({ connectionString: app.apiUrl })
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select app.authenticate($1, null, true, null)', [
        createHash('sha256').update(operator.token).digest(),
      ])
      expect((await client.query('select 1 from money.settlements')).rowCount).toBeGreaterThan(0)
      for (const table of ['money.wallets', 'money.entries', 'shop.stores', 'vas.sales'])
        expect((await client.query(`select 1 from ${table}`)).rowCount, table).toBe(0)
      for (const statement of [
        `update money.settlements set status = 'PAID'`,
        'delete from money.settlements',
        `select money.step_settlement(null, 'PAID', false, null, 'X')`,
        `select money.book_settlement(null, 'settlement_return')`,
      ]) {
        await client.query('savepoint one')
        await expect(client.query(statement), statement).rejects.toThrow('permission denied')
        await client.query('rollback to one')
      }
    } finally {
      await client.end()
    }
  })
})
