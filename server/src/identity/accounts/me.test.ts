import { beforeAll, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import { scopes } from '../../authorization/matrix.ts'

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
    merchant: null,
    stores: [],
    terminalId: null,
    navigation: [],
  })
})

test('a member sees each of their stores with role and scopes, and a merchant that they do not own', async () => {
  const merchant = await app.world.merchant({ name: 'Abarrotes' })
  const one = await app.world.store(merchant, { name: 'Uno' })
  const two = await app.world.store(merchant, { name: 'Dos' })
  const person = await app.world.member(one, 'cashier')
  await app.world.member(two, 'supervisor', person)
  const seen = await me(person)
  expect(seen.merchant).toEqual({ id: merchant.id, name: 'Abarrotes', status: 'ACTIVE', isOwner: false })
  expect(seen.stores).toEqual([
    {
      storeId: two.id,
      merchantId: merchant.id,
      name: 'Dos',
      code: two.code,
      role: 'supervisor',
      scopes: scopes('supervisor'),
    },
    {
      storeId: one.id,
      merchantId: merchant.id,
      name: 'Uno',
      code: one.code,
      role: 'cashier',
      scopes: scopes('cashier'),
    },
  ])
  expect(seen.navigation.map(({ group }: { group: string }) => group)).toEqual(['MI_NEGOCIO'])
})

test('an owner’s own merchant comes before one that the owner works for', async () => {
  const elsewhere = await app.world.store()
  const merchant = await app.world.merchant()
  await app.world.member(elsewhere, 'cashier', merchant.owner)
  expect((await me(merchant.owner)).merchant).toMatchObject({ id: merchant.id, isOwner: true })
})

test('platform staff see every merchant in the directory, and none as their own', async () => {
  await app.world.store()
  const operator = await app.world.operator()
  expect(await me(operator)).toMatchObject({ labels: ['platformOperator'], merchant: null, stores: [] })
})

test('a request without a token, or with an invalid one, is unauthenticated', async () => {
  for (const token of [undefined, 'x', 'A'.repeat(43)]) {
    const answer = await app.call(token === undefined ? undefined : { token }, 'GET', '/auth/me')
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  }
})
