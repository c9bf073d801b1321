import { expect, test } from 'vitest'
import { centavos } from '../../src/amounts/centavos.ts'
import { formatPesos } from '../../src/amounts/format.ts'
import type { Route } from '../../src/http/route.ts'
import { patient } from '../patience.ts'
import { tillsOf } from '../till.ts'
import type { Member } from '../world.ts'
import { app, callers, requestOf, stores, targetOf } from './stage.ts'

/** The stream never ends; what it sends are the store's events. */
const isRead = ({ method, path }: Route) => method === 'GET' && path !== '/events'

/** Asks every reading route as a cashier whose drawer must be counted blind. */
export function blindCounts(): void {
  test(
    'a cashier who counts blind learns what the drawer should hold from no route and no event, but a manager does',
    async () => {
      const shift = await shiftWithOddCash()
      const isTold = teller([shift.expectedCentavos, shift.cashSalesCentavos])
      const telling = async () => {
        const found: string[] = []
        for (const route of app.product.routes.filter(isRead)) {
          const target = route.path.startsWith('/pos/shifts/') ? shift.id : await targetOf(route)
          const { path, headers } = requestOf(route, target)
          // A workbook is compressed, so files are read as text.
          const readable = path.replace('format=xlsx', 'format=csv')
          const { text } = await app.call(cashier(), 'GET', readable, undefined, headers)
          if (isTold(text)) found.push(route.path)
        }
        return found
      }
      await countBlind(true)
      try {
        expect(await telling()).toEqual([])
        const { rows } = await app.admin.query<{ text: string }>(
          'select payload::text as text from events.events where merchant_id = $1',
          [stores.store.merchantId],
        )
        expect(rows.length).toBeGreaterThan(0)
        expect(rows.filter(({ text }) => isTold(text))).toEqual([])
        const report = await app.call(stores.store.manager, 'GET', `/pos/shifts/${shift.id}/report`)
        expect(report.body.totals.expectedCentavos).toBe(shift.expectedCentavos)
      } finally {
        await countBlind(false)
      }
      // The same search finds them where cashiers do not count blind.
      expect((await telling()).sort()).toEqual([
        '/pos/reports/sales',
        '/pos/reports/sales/export',
        '/pos/shifts/{id}/report',
      ])
    },
    patient(120_000),
  )
}

const cashier = () => callers.cashier.person as Member

const countBlind = (isBlind: boolean) =>
  app.admin.query('update shop.stores set cashiers_count_blind = $2 where id = $1', [
    stores.store.id,
    isBlind,
  ])

/** Sells and moves cash in the cashier's open shift, so that its sums are numbers that nothing else has. */
async function shiftWithOddCash() {
  const tills = tillsOf(app)
  const current = await app.call(cashier(), 'GET', `/pos/shifts/current?storeId=${stores.store.id}`)
  const { id } = current.body.shift
  for (const priceCentavos of [3_133_707, 2_719_101])
    await tills.sale(cashier(), [{ variantId: await tills.product(stores.store, { priceCentavos }) }])
  const move = { kind: 'CASH_IN', amountCentavos: 7_654_321, reason: 'Cambio' }
  expect((await app.call(cashier(), 'POST', `/pos/shifts/${id}/cash_movements`, move)).status).toBe(201)
  const { totals } = (await app.call(stores.store.manager, 'GET', `/pos/shifts/${id}/report`)).body
  const cash = totals.sales.byMethod.find(({ method }: { method: string }) => method === 'CASH')
  return {
    id: id as string,
    expectedCentavos: totals.expectedCentavos as number,
    cashSalesCentavos: cash.amountCentavos as number,
  }
}

/** Whether a text has one of the amounts, as centavos or as pesos. */
const teller = (amounts: readonly number[]) => {
  const forms = amounts.flatMap((amount) => {
    const pesos = formatPesos(centavos(amount)).slice(1)
    return [String(amount), pesos, pesos.replaceAll(',', '')]
  })
  return (text: string) => forms.some((form) => text.includes(form))
}
