import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let team: Record<'manager' | 'supervisor' | 'cashier', Member>

beforeAll(async () => {
  app = await sharedProduct()
})
beforeEach(async () => {
  store = await app.world.store()
  team = await app.world.team(store)
})

const shiftOf = async (person: Person): Promise<string> => {
  const answer = await app.call(person, 'POST', '/pos/shifts', { openingFloatCentavos: 50_000 })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id
}
const openDrawer = (person: Person, shiftId: string, order: object = {}) =>
  app.call(person, 'POST', `/pos/shifts/${shiftId}/cash_movements`, {
    kind: 'NO_SALE',
    amountCentavos: 0,
    reason: 'Dar cambio',
    ...order,
  })
const totalsOf = async (person: Person, shiftId: string) =>
  (await app.call(person, 'GET', `/pos/shifts/${shiftId}/report`)).body.totals
const auditedOf = async (shiftId: string) =>
  (
    await app.admin.query(
      `select action, after ->> 'reason' as reason, user_id as "userId" from audit.log
        where entity_id = $1 and action in ('drawer.opened_without_sale', 'cash.moved')`,
      [shiftId],
    )
  ).rows

test('a supervisor opens the drawer with a reason: it is audited, counted in both reports, and moves no cash', async () => {
  const id = await shiftOf(team.cashier)
  const answer = await openDrawer(team.supervisor, id)
  expect(answer.status, answer.text).toBe(201)
  expect(answer.body).toMatchObject({ kind: 'NO_SALE', amountCentavos: 0, reason: 'Dar cambio' })
  expect(await auditedOf(id)).toEqual([
    { action: 'drawer.opened_without_sale', reason: 'Dar cambio', userId: team.supervisor.id },
  ])
  const totals = await totalsOf(team.cashier, id)
  expect(totals).toMatchObject({ cash: { noSaleCount: 1, cashInCentavos: 0 }, expectedCentavos: 50_000 })
  const closing = await app.call(team.cashier, 'POST', `/pos/shifts/${id}/close`, {
    denominations: { 50000: 1 },
  })
  expect(closing.status, closing.text).toBe(201)
  expect(closing.body.totals.cash.noSaleCount).toBe(1)
})

test('a cashier may not, until the owner allows it', async () => {
  const id = await shiftOf(team.cashier)
  expect((await openDrawer(team.cashier, id)).body).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await auditedOf(id)).toEqual([])
  const key = '/pos/settings/shifts.cashiers_open_drawer'
  const allowed = await app.call(store.manager, 'PUT', key, { value: true })
  expect(allowed.status, allowed.text).toBe(200)
  expect((await openDrawer(team.cashier, id)).status).toBe(201)
  expect((await totalsOf(team.cashier, id)).cash.noSaleCount).toBe(1)
})

test('it needs a reason, an open shift, and no amount', async () => {
  const id = await shiftOf(team.supervisor)
  for (const [order, path] of [
    [{ reason: '  ' }, '/reason'],
    [{ amountCentavos: 100 }, '/amountCentavos'],
  ] as const) {
    const answer = await openDrawer(team.supervisor, id, order)
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, path])
  }
  await app.call(team.supervisor, 'POST', `/pos/shifts/${id}/close`, { denominations: { 50000: 1 } })
  expect((await openDrawer(team.supervisor, id)).body).toMatchObject({ status: 409, code: 'shift_closed' })
})
