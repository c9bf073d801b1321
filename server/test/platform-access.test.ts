import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from './app.ts'
import { sharedProduct } from './shared-product.ts'
import type { Person } from './world.ts'

const nothing = '01900000-0000-7000-8000-000000000000'

/** Routes of the platform, with a body that is fine, and one that is not. */
const routes = [
  { access: 'operator', method: 'GET', path: '/platform/merchants' },
  { access: 'operator', method: 'GET', path: `/platform/merchants/${nothing}` },
  { access: 'operator', method: 'GET', path: '/platform/settings' },
  { access: 'operator', method: 'GET', path: '/platform/audit' },
  { access: 'operator', method: 'GET', path: '/pos/deposits/ops' },
  {
    access: 'operator',
    method: 'PATCH',
    path: `/pos/deposits/${nothing}/review`,
    confirmed: true,
    body: { status: 'CREDITED' },
  },
  { access: 'operator', method: 'GET', path: '/platform/workflows' },
  { access: 'operator', confirmed: true, method: 'POST', path: `/platform/workflows/${nothing}/retry` },
  {
    access: 'operator',
    method: 'POST',
    path: `/platform/workflows/${nothing}/dismiss`,
    confirmed: true,
    body: { reason: 'Prueba' },
  },
  { access: 'operator', method: 'GET', path: '/pos/settlements/ops/bank-accounts' },
  { access: 'operator', method: 'GET', path: `/pos/settlements/bank-account/admin?merchantId=${nothing}` },
  {
    access: 'operator',
    method: 'PATCH',
    path: `/pos/settlements/bank-account/${nothing}/verification`,
    confirmed: true,
    body: { status: 'VERIFIED' },
  },
  {
    access: 'admin',
    method: 'POST',
    path: `/pos/admin/merchants/${nothing}/verification/attest`,
    body: { bankAccountId: nothing, evidence: 'Prueba' },
    confirmed: true,
  },
  {
    access: 'admin',
    method: 'POST',
    path: `/pos/admin/merchants/${nothing}/verification/revoke`,
    body: { reason: 'Prueba' },
    confirmed: true,
  },
  {
    access: 'admin',
    method: 'POST',
    path: `/pos/admin/merchants/${nothing}/verification/unlock`,
    body: { reason: 'Prueba' },
    confirmed: true,
  },
  { access: 'operator', method: 'GET', path: `/platform/merchants/${nothing}/diagnosis` },
  { access: 'operator', method: 'GET', path: `/platform/merchants/${nothing}/assistance` },
  {
    access: 'admin',
    method: 'DELETE',
    path: `/pos/merchants/${nothing}`,
    body: { name: 'M', reason: 'Prueba' },
    confirmed: true,
  },
  {
    access: 'admin',
    method: 'PATCH',
    path: `/pos/merchants/${nothing}/owner`,
    body: { owner: { email: 'no@one.mx', name: 'N' }, reason: 'Prueba' },
    confirmed: true,
  },
  {
    access: 'admin',
    method: 'POST',
    path: `/platform/merchants/${nothing}/manager-invites`,
    body: { storeId: nothing, email: 'no@one.mx', reason: 'Prueba' },
    confirmed: true,
  },
  { access: 'admin', confirmed: true, method: 'POST', path: '/platform/impersonations' },
  { access: 'admin', method: 'GET', path: '/platform/admin-assignments' },
  {
    access: 'admin',
    method: 'POST',
    path: '/platform/admin-assignments',
    body: { email: 'no@one.mx', merchantId: nothing },
    confirmed: true,
  },
  {
    access: 'admin',
    method: 'DELETE',
    path: `/platform/admin-assignments/${nothing}/${nothing}`,
    confirmed: true,
  },
  { access: 'admin', method: 'GET', path: '/platform/roles' },
  {
    access: 'admin',
    confirmed: true,
    method: 'POST',
    path: '/platform/roles',
    body: { email: 'no@one.mx', label: 'distributor' },
  },
  { access: 'admin', confirmed: true, method: 'DELETE', path: `/platform/roles/${nothing}/distributor` },
  {
    access: 'admin',
    confirmed: true,
    method: 'PATCH',
    path: `/platform/accounts/${nothing}/status`,
    body: { status: 'ACTIVE', reason: 'Prueba' },
  },
  { access: 'admin', confirmed: true, method: 'PUT', path: '/platform/settings/none', body: { value: true } },
  { access: 'operator', method: 'GET', path: `/platform/merchants/${nothing}/settings` },
  {
    access: 'admin',
    confirmed: true,
    method: 'PUT',
    path: `/platform/merchants/${nothing}/settings/none`,
    body: { value: 1 },
  },
  { access: 'operator', method: 'GET', path: '/pos/settlements/ops/requests' },
  {
    access: 'operator',
    confirmed: true,
    method: 'PATCH',
    path: `/pos/settlements/requests/${nothing}/status`,
    body: { status: 'APPROVED' },
  },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/pos/settlements/requests/${nothing}/clabe`,
  },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/vas/ops/reviews/${nothing}/decision`,
    body: { decision: 'CLOSED', reason: 'Prueba' },
  },
  {
    access: 'operator',
    method: 'POST',
    path: '/pos/settlements/ops/rollup',
    confirmed: true,
    body: { merchantId: nothing },
  },
  { access: 'operator', method: 'GET', path: '/platform/gift-cards' },
  { access: 'operator', method: 'GET', path: '/platform/vas-terms' },
  {
    access: 'admin',
    confirmed: true,
    method: 'PUT',
    path: '/platform/vas-terms',
    body: { version: 99, lines: [], reason: 'Prueba' },
  },
  { access: 'operator', method: 'GET', path: `/platform/merchants/${nothing}/vas-terms` },
  {
    access: 'admin',
    confirmed: true,
    method: 'PUT',
    path: `/platform/merchants/${nothing}/vas-terms`,
    body: { version: 99, lines: [], reason: 'Prueba' },
  },
  { access: 'operator', method: 'GET', path: '/platform/chip-incidents' },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/platform/chip-incidents/${nothing}/close`,
    body: { reason: 'Prueba' },
  },
  { access: 'operator', method: 'GET', path: '/platform/workflows/stalled' },
  { access: 'operator', method: 'GET', path: '/platform/summaries/vas' },
  { access: 'operator', method: 'GET', path: '/platform/summaries/sales' },
  { access: 'operator', method: 'GET', path: '/platform/summaries/merchants' },
  { access: 'admin', method: 'GET', path: '/admin/psp-credentials' },
  {
    access: 'admin',
    confirmed: true,
    method: 'POST',
    path: '/admin/psp-credentials',
    body: { provider: 'conekta', environment: 'live', secretKey: 'key_of_somebody', merchantId: nothing },
  },
  {
    access: 'admin',
    confirmed: true,
    method: 'PATCH',
    path: `/admin/psp-credentials/${nothing}`,
    body: { isActive: false },
  },
  {
    access: 'admin',
    method: 'POST',
    path: '/pos/merchants',
    confirmed: true,
    body: { name: 'M', owner: { email: 'o@one.mx', name: 'O' } },
  },
  {
    access: 'admin',
    confirmed: true,
    method: 'PATCH',
    path: `/pos/merchants/${nothing}/status`,
    body: { status: 'ACTIVE', reason: 'Prueba' },
  },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/pos/admin/merchants/${nothing}/verification/confirm-business`,
    body: { evidence: 'Prueba' },
  },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/pos/admin/merchants/${nothing}/verification/resync`,
  },
  { access: 'operator', confirmed: true, method: 'POST', path: '/vas/admin/catalog/sync' },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/platform/terminals/${nothing}/enable`,
    body: { reason: 'Prueba' },
  },
  {
    access: 'operator',
    confirmed: true,
    method: 'POST',
    path: `/platform/invites/${nothing}/resend`,
    body: { reason: 'Prueba' },
  },
  {
    access: 'operator',
    confirmed: true,
    method: 'PUT',
    path: `/platform/merchants/${nothing}/theme`,
    body: {
      colors: { primary: '#0b6e4f', onPrimary: '#ffffff', background: '#ffffff', text: '#111111' },
      typography: 'SYSTEM',
      logoFileId: null,
      darkMode: 'AUTO',
    },
  },
] as const

let app: App
const people: Record<string, Person | undefined> = {}

beforeAll(async () => {
  app = await sharedProduct()
  const { world } = app
  const store = await world.store()
  people['anonymous'] = undefined
  people['customer'] = await world.person()
  people['cashier'] = await world.member(store, 'cashier')
  people['owner'] = store.manager
  people['distributor'] = await world.person({ labels: ['distributor'] })
  people['operator'] = await world.operator()
  people['admin'] = await world.platformAdmin()
  people['operator without a factor'] = await world.person({
    labels: ['platformOperator'],
    secondFactor: false,
  })
  people['admin without a factor'] = await world.person({ labels: ['platformAdmin'], secondFactor: false })
  people['admin for hours'] = await world.person({ labels: ['platformAdmin'], confirmed: false })
  // Written past the product, which lets nobody be both: it is an operator and nothing else.
  const both = await world.member(store, 'cashier')
  await world.giveLabel(both.id, 'platformOperator')
  people['cashier and operator'] = both
})

/** What each kind of caller gets from a route of each kind; 'in': past the guard. */
const expected: Record<string, Record<'operator' | 'admin', string>> = {
  anonymous: { operator: 'unauthenticated', admin: 'unauthenticated' },
  customer: { operator: 'forbidden', admin: 'forbidden' },
  cashier: { operator: 'forbidden', admin: 'forbidden' },
  owner: { operator: 'forbidden', admin: 'forbidden' },
  distributor: { operator: 'forbidden', admin: 'forbidden' },
  operator: { operator: 'in', admin: 'forbidden' },
  admin: { operator: 'in', admin: 'in' },
  'operator without a factor': { operator: 'mfa_required', admin: 'forbidden' },
  'admin without a factor': { operator: 'mfa_required', admin: 'mfa_required' },
  'admin for hours': { operator: 'in', admin: 'in' },
  'cashier and operator': { operator: 'in', admin: 'forbidden' },
}

const refusals = ['unauthenticated', 'forbidden', 'mfa_required', 'confirmation_required']

describe.each(Object.keys(expected))('%s', (who) => {
  test.each(routes)('$method $path', async (route) => {
    const { access, method, path } = route
    const body = 'body' in route ? route.body : undefined
    const answer = await app.call(people[who], method, path, body)
    const isStale = who === 'admin for hours' && 'confirmed' in route
    const wanted = isStale ? 'confirmation_required' : expected[who]?.[access]
    if (wanted === 'in') expect(refusals).not.toContain(answer.body.code)
    else expect(answer.body.code).toBe(wanted)
    if (wanted === 'forbidden')
      expect(answer.body).toMatchObject({ status: 403, requiredRole: `platform:${access}` })

    // Whoever may not ask learns that, and not what was wrong with the question.
    if (body === undefined) return
    const wrong = await app.call(people[who], method, path, { ...body, surplus: true })
    expect(wrong.body.code).toBe(wanted === 'in' ? 'invalid_request' : wanted)
  })
})

test('every route of the platform that asks for a confirmation says so in the API description, and is in the list above', async () => {
  const { paths } = (await app.call(undefined, 'GET', '/openapi.json')).body
  const described = Object.entries(paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
    ([path, item]) =>
      Object.entries(item)
        .filter(
          ([, { 'x-access': access, 'x-confirmed': confirmed }]) =>
            confirmed === true && isOfPlatform(access),
        )
        .map(([method]) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '*')}`),
  )
  const listed = routes.flatMap((route) =>
    'confirmed' in route ? [`${route.method} ${shape(route.path)}`] : [],
  )
  expect(listed.sort()).toEqual(described.sort())
})

const shape = (path: string) =>
  path.replaceAll(nothing, '*').replace('/distributor', '/*').replace('settings/none', 'settings/*')

const isOfPlatform = (access: unknown) => String(access).startsWith('platform:')
