import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { scopes } from '../../authorization/matrix.ts'
import { pagesOf } from './navigation.ts'

let app: App

beforeAll(async () => {
  app = await sharedProduct()
})

const me = async (person: { token: string }) => (await app.call(person, 'GET', '/auth/me')).body

test('a person without any role gets an empty profile', async () => {
  const person = await app.world.person({ secondFactor: false })
  expect(await me(person)).toEqual({
    account: {
      id: person.id,
      email: person.email,
      name: person.name,
      secondFactor: false,
      secondFactorResetAt: null,
    },
    labels: [],
    merchants: [],
    stores: [],
    terminalId: null,
    navigation: [],
  })
})

test('a member sees each of their stores with time zone, role and scopes, and a merchant that they do not own', async () => {
  const merchant = await app.world.merchant({ name: 'Abarrotes' })
  const one = await app.world.store(merchant, { name: 'Uno' })
  const two = await app.world.store(merchant, { name: 'Dos' })
  await app.admin.query(`update shop.stores set time_zone = 'America/Tijuana' where id = $1`, [two.id])
  const person = await app.world.member(one, 'cashier')
  await app.world.member(two, 'supervisor', person)
  const seen = await me(person)
  expect(seen.merchants).toEqual([{ id: merchant.id, name: 'Abarrotes', status: 'ACTIVE', isOwner: false }])
  expect(seen.stores).toEqual([
    {
      storeId: two.id,
      merchantId: merchant.id,
      name: 'Dos',
      code: two.code,
      timeZone: 'America/Tijuana',
      role: 'supervisor',
      scopes: scopes('supervisor'),
      pages: pagesOf('supervisor', false),
    },
    {
      storeId: one.id,
      merchantId: merchant.id,
      name: 'Uno',
      code: one.code,
      timeZone: 'America/Mexico_City',
      role: 'cashier',
      scopes: scopes('cashier'),
      pages: pagesOf('cashier', false),
    },
  ])
  expect(seen.navigation.map(({ group }: { group: string }) => group)).toEqual(['MI_NEGOCIO'])
})

test('an owner sees each of their merchants, before the one that they only work for', async () => {
  const elsewhere = await app.world.store()
  const first = await app.world.merchant()
  const second = await app.world.merchant({ owner: first.owner })
  await app.world.member(elsewhere, 'cashier', first.owner)
  expect((await me(first.owner)).merchants).toMatchObject([
    ...[first.id, second.id].toSorted().map((id) => ({ id, isOwner: true })),
    { id: elsewhere.merchantId, isOwner: false },
  ])
})

test('platform staff see every merchant in the directory, and none as their own', async () => {
  await app.world.store()
  const operator = await app.world.operator()
  expect(await me(operator)).toMatchObject({ labels: ['platformOperator'], merchants: [], stores: [] })
})

test('a request without a token, or with an invalid one, is unauthenticated', async () => {
  for (const token of [undefined, 'x', 'A'.repeat(43)]) {
    const answer = await app.call(token === undefined ? undefined : { token }, 'GET', '/auth/me')
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})
