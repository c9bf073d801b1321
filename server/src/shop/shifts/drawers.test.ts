import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { recordsOf, tableOf } from '../../../test/exported.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Member, Person, Store } from '../../../test/world.ts'

let app: App
let store: Store
let other: Store
let cashier: Member
let supervisor: Member

beforeAll(async () => {
  app = await sharedProduct()
  const merchant = await app.world.merchant()
  store = await app.world.store(merchant)
  other = await app.world.store(merchant)
  cashier = await app.world.member(store, 'cashier')
  supervisor = await app.world.member(store, 'supervisor')
  await closed(cashier, 100, {})
  await closed(cashier, 99, { differenceReason: 'Se dio mal un cambio' })
  await opened(supervisor)
  await opened(await app.world.member(other, 'cashier'))
})

const drawers = (who: Person | undefined, query: Record<string, string> = {}) =>
  app.call(who, 'GET', `/pos/reports/shifts?${new URLSearchParams(query)}`)

async function opened(who: Member): Promise<string> {
  const order = { storeId: who.storeId, openingFloatCentavos: 50_000 }
  const { status, body, text } = await app.call(who, 'POST', '/pos/shifts', order)
  if (status !== 201) throw new Error(text)
  return body.id
}

/** A shift with a float of 500 pesos, closed with this many coins of 5. */
async function closed(who: Member, pieces: number, more: object): Promise<void> {
  const id = await opened(who)
  const count = { denominations: { 500: pieces }, ...more }
  const { status, text } = await app.call(who, 'POST', `/pos/shifts/${id}/close`, count)
  if (status !== 201) throw new Error(text)
}

test('a supervisor reads the drawers of the store, with the counts of the closed ones', async () => {
  const { status, body, text } = await drawers(supervisor)
  expect(status, text).toBe(200)
  expect(body).toMatchObject({
    nextCursor: null,
    items: [
      {
        cashierName: supervisor.name,
        status: 'OPEN',
        closedAt: null,
        reportId: null,
        differenceCentavos: null,
      },
      {
        cashierName: cashier.name,
        storeName: store.name,
        terminalName: null,
        status: 'CLOSED',
        expectedCentavos: 50_000,
        countedCentavos: 49_500,
        differenceCentavos: -500,
        differenceReason: 'Se dio mal un cambio',
      },
      { differenceCentavos: 0, differenceReason: null },
    ],
  })
})

test.each([
  [{ status: 'OPEN' }, 1],
  [{ isDifferent: 'true' }, 1],
  [{ isDifferent: 'false' }, 1],
])('%j finds %i shifts', async (query, count) => {
  const { items } = (await drawers(supervisor, query)).body
  expect(items).toHaveLength(count)
})

test('pages are consecutive, and a cursor of another list is refused', async () => {
  const first = (await drawers(supervisor, { limit: '2' })).body
  expect(first.items).toHaveLength(2)
  const second = (await drawers(supervisor, { limit: '2', cursor: first.nextCursor })).body
  expect(second).toMatchObject({ items: [{ differenceCentavos: 0 }], nextCursor: null })
  expect((await drawers(supervisor, { status: 'OPEN', cursor: first.nextCursor })).body).toMatchObject({
    status: 422,
    code: 'invalid_cursor',
  })
})

test('an owner reads all stores, a cashier their own drawers, and a stranger none', async () => {
  const { items } = (await drawers(store.manager)).body
  expect(items.map(({ storeId }: { storeId: string }) => storeId)).toContain(other.id)
  expect((await drawers(store.manager, { storeId: other.id })).body.items).toHaveLength(1)
  expect((await drawers(cashier)).body.items).toHaveLength(2)
  const stranger = (await app.world.store()).manager
  expect((await drawers(stranger, { storeId: store.id })).body.items).toEqual([])
  expect((await drawers(undefined)).status).toBe(401)
})

test('who moved cash in somebody else’s drawer, and who closed it, is named in every answer about it', async () => {
  const seller = await app.world.member(other, 'cashier')
  const boss = await app.world.member(other, 'supervisor')
  const id = await opened(seller)
  const taken = { kind: 'CASH_OUT', amountCentavos: 20_000, reason: 'Hielo' }
  const moved = await app.call(boss, 'POST', `/pos/shifts/${id}/cash_movements`, taken)
  expect(moved.body, moved.text).toMatchObject({ accountId: boss.id, personName: boss.name })
  await app.call(seller, 'POST', `/pos/shifts/${id}/cash_movements`, { ...taken, amountCentavos: 100 })
  const open = { closedBy: null, closedByName: null }
  expect((await app.call(boss, 'GET', `/pos/shifts/${id}/report`)).body).toMatchObject({ shift: open })
  await app.call(boss, 'POST', `/pos/shifts/${id}/close`, { countedCentavos: 29_900 })
  const closedBy = { accountId: seller.id, closedBy: boss.id, closedByName: boss.name }
  for (const who of [seller, boss]) {
    const { items } = (await app.call(who, 'GET', `/pos/cash_movements?shiftId=${id}`)).body
    expect(items).toMatchObject([{ personName: seller.name }, { personName: boss.name }])
    expect((await app.call(who, 'GET', `/pos/shifts/${id}/report`)).body).toMatchObject({ shift: closedBy })
    const listed = (await drawers(who, { membershipId: seller.membershipId })).body.items
    expect(listed).toMatchObject([{ cashierName: seller.name, ...closedBy }])
  }
  const exported = recordsOf(await tableOf(app, boss, '/pos/shift_reports/export'))
  expect(exported).toMatchObject([{ Cajero: seller.name, Cerró: boss.name }])
})
