import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVasApp, type VasApp } from '../../../test/vas-app.ts'
import type { Member, Person } from '../../../test/world.ts'
import { systemClock } from '../../adapters/clock/clock.ts'
import { createKeyring } from '../../adapters/keys/keyring.ts'
import { createPasswords } from '../../identity/accounts/passwords.ts'
import { identityRoutes } from '../../identity/accounts/routes.ts'
import { identityService } from '../../identity/accounts/service.ts'

let app: VasApp
let operator: Person
const shops: { cashier: Member; merchantId: string; saleId: string; code: string }[] = []

beforeAll(async () => {
  app = await startVasApp({
    routes: ({ database }) => {
      const sealer = createKeyring([randomBytes(32)])
      const passwords = createPasswords()
      const parts = {
        database,
        sealer,
        clock: systemClock,
        passwords,
        sendsMail: false,
        factorResetHours: 24,
        publicUrl: () => '',
        verifyInvited: () => Promise.reject(new Error('nobody is invited here')),
      }
      return identityRoutes(identityService(parts))
    },
  })
  operator = await app.world.operator()
  const product = await app.product('Netflix', 15_000)
  for (let no = 0; no < 2; no++) {
    const { store, cashier } = await app.shop()
    const sold = await app.call(cashier, 'POST', '/vas/sale', { storeId: store.id, productId: product })
    expect(sold.status, sold.text).toBe(201)
    shops.push({
      cashier,
      merchantId: store.merchantId,
      saleId: sold.body.id,
      code: sold.body.pin.code,
    })
  }
})
afterAll(() => app.close())

const list = (who: Pick<Person, 'token'> | undefined, query = '') =>
  app.call(who, 'GET', `/platform/gift-cards${query}`)
const turn = (value: boolean) =>
  app.admin.query(
    `insert into settings.settings (key, value) values ('giftcards_admin_list_web', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(value)],
  )

test('the list and its menu entry exist only while it is switched on', async () => {
  const keys = async () => {
    const { navigation } = (await app.call(operator, 'GET', '/auth/me')).body
    return navigation[0].items.map(({ key }: { key: string }) => key)
  }
  expect((await list(operator)).body).toMatchObject({ status: 404, code: 'not_found' })
  expect(await keys()).not.toContain('giftCards')
  await turn(true)
  expect((await list(operator)).status).toBe(200)
  expect(await keys()).toContain('giftCards')
  await turn(false)
  expect((await list(operator)).status).toBe(404)
  const { rows } = await app.admin.query(`select 1 from audit.log where action = 'gift_cards.read'`)
  expect(rows).toHaveLength(1)
})

test('it shows the sales of all merchants without codes, and each read is audited', async () => {
  await turn(true)
  const looker = await app.world.operator()
  const answer = await list(looker)
  expect(answer.body.items.map(({ id }: { id: string }) => id)).toEqual(
    shops.map(({ saleId }) => saleId).reverse(),
  )
  expect(answer.body.items[0]).toMatchObject({
    merchant: { id: shops[1]?.merchantId },
    amountCentavos: 15_000,
    status: 'COMPLETED',
    maskedPin: `****${shops[1]?.code.slice(-4)}`,
    isRevealed: true,
    reprints: 0,
  })
  for (const { code } of shops) expect(answer.text).not.toContain(code)

  const merchantId = shops[0]?.merchantId
  const ofOne = await list(looker, `?merchantId=${merchantId}&status=COMPLETED`)
  expect(ofOne.body.items.map(({ id }: { id: string }) => id)).toEqual([shops[0]?.saleId])
  expect((await list(looker, `?merchantId=${merchantId}&status=FAILED`)).body.items).toEqual([])
  const { rows } = await app.admin.query(
    `select after, nullif(merchant_id, app.platform_id()) as "merchantId" from audit.log
      where action = 'gift_cards.read' and user_id = $1 order by id`,
    [looker.id],
  )
  expect(rows).toEqual([
    { after: {}, merchantId: null },
    { after: { merchantId, status: 'COMPLETED' }, merchantId },
    { after: { merchantId, status: 'FAILED' }, merchantId },
  ])
})

test('pages are consecutive, and an absent merchant is not_found', async () => {
  await turn(true)
  const first = (await list(operator, '?limit=1')).body
  const second = (await list(operator, `?limit=1&cursor=${first.nextCursor}`)).body
  expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual(
    shops.map(({ saleId }) => saleId).reverse(),
  )
  expect(second.nextCursor).toBeNull()
  expect((await list(operator, '?merchantId=01900000-0000-7000-8000-000000000000')).status).toBe(404)
})

test('it is only for staff, and confined staff see only their merchant’s', async () => {
  await turn(true)
  expect((await list(shops[0]?.cashier)).body.code).toBe('forbidden')
  const confined = await app.world.platformAdmin()
  await app.admin.query(
    'insert into platform.admin_assignments (account_id, merchant_id, assigned_by) values ($1, $2, $3)',
    [confined.id, shops[0]?.merchantId, operator.id],
  )
  const seen = (await list(confined)).body.items.map(({ id }: { id: string }) => id)
  expect(seen).toEqual([shops[0]?.saleId])
})
