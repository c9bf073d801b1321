import { afterEach, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import { systemClock } from '../../adapters/clock/clock.ts'

let app: VasApp | undefined
afterEach(() => app?.close())

// Leases and turns are kept by the database's clock: several servers share them, and theirs differ.
test.each([
  ['ahead', 10],
  ['behind', -10],
])('a server whose clock is minutes %s keeps the lease and the turn of a sale all the same', async (_way, minutes) => {
  const now = () => new Date(Date.now() + minutes * 60_000)
  app = await startVasApp({ sandbox: { timeScale: 200 }, clock: { ...systemClock, now } })
  const { store, cashier } = await app.shop()
  const order = { productId: await app.product('Telcel', 10_000), reference: '5512345300' }
  const answer = await app.call(cashier, 'POST', '/vas/sale', order, { prefer: 'wait=0' })
  expect(answer.status, answer.text).toBe(202)
  const { rows } = await app.admin.query(
    `select next_check_at > now() and next_check_at < now() + interval '1 minute' as is_soon
       from vas.sales where store_id = $1`,
    [store.id],
  )
  expect(rows).toEqual([{ is_soon: true }])
  const isSettled = async () => {
    await app?.settling.settleDue(50)
    const look = `select status from vas.sales where store_id = $1`
    return (await app?.admin.query(look, [store.id]))?.rows[0].status
  }
  await expect.poll(isSettled, { interval: 200 }).toBe('COMPLETED')
})
