import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { changeSales } from '../../../test/changed-sales.ts'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import { type Clock, systemClock } from '../../adapters/clock/clock.ts'
import { areas } from '../../areas.ts'

let app: VasApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const shifted = (minutes: number): Clock => ({
  ...systemClock,
  now: () => new Date(Date.now() + minutes * 60_000),
})

// Quotes, holds, deadlines and leases use the database's clock: several servers share them, and their clocks
// differ.
describe.each([
  ['an hour ahead', 60],
  ['an hour behind', -60],
])('a server whose clock is %s', (_way, minutes) => {
  test.each([
    ['the provider’s is right', 0],
    ['the provider’s is equally wrong', minutes],
  ])('still sells airtime, bills by quote and PINs: %s', async (_whose, providerMinutes) => {
    app = await startVasApp({ clock: shifted(minutes), sandbox: { clock: shifted(providerMinutes) } })
    await app.admin.query(`insert into settings.settings (key, value) values ('vas_adeudo_lookup', 'true')`)
    const { store, cashier } = await app.shop()
    const sell = async (body: object) => (await app?.call(cashier, 'POST', '/vas/sale', body))?.body
    const airtime = await sell({ productId: await app.product('Telcel', 10_000), reference: '5512345600' })
    expect(airtime, JSON.stringify(airtime)).toMatchObject({ status: 'COMPLETED' })
    const { rows: bills } = await app.admin.query(
      `select p.id, v.id as provider from vas.products p join vas.providers v on v.id = p.provider_id where v.name = 'Izzi'`,
    )
    const reference = '1234567012'
    const owed = await app.call(
      cashier,
      'GET',
      `/vas/adeudo?providerId=${bills[0].provider}&reference=${reference}`,
    )
    expect(owed.status, owed.text).toBe(200)
    const { quoteId, items } = owed.body
    const { amountCentavos } = items[0]
    expect(await sell({ productId: bills[0].id, reference, quoteId, amountCentavos })).toMatchObject({
      status: 'COMPLETED',
    })
    const { rows: pins } = await app.admin.query(`select id from vas.products where kind = 'pin' limit 1`)
    expect(await sell({ productId: pins[0].id })).toMatchObject({ status: 'COMPLETED' })
    const { rows } = await app.admin.query(
      `select count(*)::int as n,
              bool_and(expected_by between created_at + interval '4 minutes' and created_at + interval '6 minutes') as is_due_soon,
              bool_and(hold_expires_at between created_at + interval '59 minutes' and created_at + interval '61 minutes') as is_held
         from vas.sales where store_id = $1`,
      [store.id],
    )
    expect(rows).toEqual([{ n: 3, is_due_soon: true, is_held: true }])
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  })

  test('keeps the lease and the retry time of a sale, and neither gives up early nor requests a review', async () => {
    app = await startVasApp({ sandbox: { timeScale: 200 }, clock: shifted(minutes) })
    const { store, cashier } = await app.shop()
    const order = { productId: await app.product('Telcel', 10_000), reference: '5512345300' }
    const answer = await app.call(cashier, 'POST', '/vas/sale', order, { prefer: 'wait=0' })
    expect(answer.status, answer.text).toBe(202)
    // Otherwise this query may run after the time of the next check.
    await app.settling.idle()
    const { rows } = await app.admin.query(
      `select next_check_at > updated_at and next_check_at < updated_at + interval '1 minute'
                and next_check_at between now() - interval '30 minutes' and now() + interval '1 minute' as is_soon, phase
         from vas.sales where store_id = $1`,
      [store.id],
    )
    expect(rows).toEqual([{ is_soon: true, phase: 'SUBMITTED' }])
    const isSettled = async () => {
      await app?.settling.settleDue(50)
      const look = `select status from vas.sales where store_id = $1`
      return (await app?.admin.query(look, [store.id]))?.rows[0].status
    }
    await expect.poll(isSettled, { interval: 200 }).toBe('COMPLETED')
  })
})

test.each([
  ['a year ahead', '1 year', '1 year'],
  ['an hour ahead, when it is due', '-1 s', '1 hour'],
])('a sale whose owner died while the clock of the database was %s is settled, once the clock is right', async (_which, nextCheck, lease) => {
  app = await startVasApp({ sandbox: { timeScale: 200 } })
  const { store, cashier } = await app.shop()
  const order = { productId: await app.product('Telcel', 10_000), reference: '5512345300' }
  const answer = await app.call(cashier, 'POST', '/vas/sale', order, { prefer: 'wait=0' })
  expect(answer.status, answer.text).toBe(202)
  await app.settling.idle()
  const times = (nextCheck: string, lease: string) =>
    changeSales(
      app?.admin as VasApp['admin'],
      `next_check_at = now() + $2::interval, leased_until = now() + $3::interval, checks = 3`,
      's.store_id = $1',
      [store.id, nextCheck, lease],
    )
  const settled = async () => {
    await app?.settling.settleDue(50)
    await app?.settling.idle()
    const look = 'select status from vas.sales where store_id = $1'
    return (await app?.admin.query(look, [store.id]))?.rows[0].status
  }
  // Of a clock that is right: a pause of a day, and an owner that is at work.
  await times('1 day', '-1 s')
  expect(await settled()).toBe('PENDING')
  await times('-1 s', '30 s')
  expect(await settled()).toBe('PENDING')
  await times(nextCheck, lease)
  await expect.poll(settled, { interval: 200 }).toBe('COMPLETED')
})

/**
 * Files that may read the server's clock, and why: time-based codes use the time of day; the others measure
 * durations, or record a time beside one that the database sets.
 */
const mayLook: Readonly<Record<string, string>> = {
  'identity/accounts/own-account.ts': 'codes of a second factor',
  'identity/accounts/second-factor.ts': 'codes of a second factor',
  'audit/log/sealing.ts': 'the time in a seal',
  'events/outbox/live-listener.ts': 'how long a stream is open',
  'events/outbox/service.ts': 'how long a stream is open',
  'platform/backups/marks.ts': 'how old a backup is, by the times that this machine gave it',
  'platform/monitoring/service.ts': 'how far the clocks are apart',
  'vas/sales/service.ts': 'how long a till waits',
  'events/webhooks/dispatcher.ts': 'how long a delivery takes',
}

test('no area judges expiry or age by the server’s clock', () => {
  const source = path.resolve(import.meta.dirname, '../..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      areas.some((area) => file.startsWith(`${area}/`)) && file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(100)
  const looking = files.filter((file) =>
    /\bnew Date\(\)|\bDate\.now\(\)|\bclock\.now\(\)/.test(readFileSync(path.join(source, file), 'utf8')),
  )
  expect(looking.sort()).toEqual(Object.keys(mayLook).sort())
})
