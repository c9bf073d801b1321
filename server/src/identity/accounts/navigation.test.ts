import { expect, test } from 'vitest'
import type { Label } from '../../authorization/access.ts'
import { type StoreRole, storeRoles } from '../../authorization/matrix.ts'
import { navigationOf as menusOf, pagesOf, type Switches } from './navigation.ts'
import type { MyMerchant } from './schema.ts'

type Status = MyMerchant['status']

const merchant = (status: Status = 'ACTIVE', isOwner = false): MyMerchant => ({
  id: 'm',
  name: 'M',
  status,
  isOwner,
})
const member = (role: StoreRole, merchantStatus: Status = 'ACTIVE') => ({
  membershipId: 'x',
  merchantId: 'm',
  storeId: 's',
  role,
  merchantStatus,
})
const caller = (labels: Label[], memberships: ReturnType<typeof member>[] = [], labelsAct = true) => ({
  labels,
  labelsAct,
  isRestored: false,
  memberships,
  terminalId: null,
})

const navigationOf = (
  of: Parameters<typeof menusOf>[0],
  merchants: MyMerchant[],
  switches: Switches = { listsGiftCards: false },
) => menusOf(of, merchants, switches)

const openOf = (navigation: ReturnType<typeof navigationOf>, group: string) =>
  navigation
    .find((each) => each.group === group)
    ?.items.filter(({ isAllowed }) => isAllowed)
    .map(({ key }) => key)

const everyday = [
  'dashboard',
  'terminal',
  'orders',
  'sales',
  'approvals',
  'products',
  'categories',
  'inventory',
  'transfers',
  'counts',
  'chips',
  'stores',
  'terminals',
  'connections',
]

test.each<[StoreRole, string[]]>([
  ['cashier', everyday],
  ['supervisor', [...everyday, 'reports', 'shifts', 'employees', 'invites', 'audit']],
  [
    'manager',
    [
      ...everyday,
      'reports',
      'shifts',
      'employees',
      'invites',
      'audit',
      'wallet',
      'settlements',
      'webhooks',
      'theme',
    ],
  ],
])('a %s opens the pages of that role, and sees why the others are closed', (role, open) => {
  const navigation = navigationOf(caller([], [member(role)]), [merchant()])
  expect(navigation.map(({ group }) => group)).toEqual(['MI_NEGOCIO'])
  expect(openOf(navigation, 'MI_NEGOCIO')?.sort()).toEqual([...open].sort())
  for (const item of navigation[0]?.items ?? [])
    expect(item.reason).toBe(item.isAllowed ? null : 'role_too_low')
})

test.each<[StoreRole, string]>([
  ['cashier', 'terminal'],
  ['supervisor', 'dashboard'],
  ['manager', 'dashboard'],
])('the first page of a %s is %s', (role, first) => {
  const [business] = navigationOf(caller([], [member(role)]), [merchant()])
  expect(business?.items[0]).toEqual({ key: first, isAllowed: true, reason: null })
})

test('a person who works in several stores opens the pages of all their roles', () => {
  const navigation = navigationOf(caller([], [member('cashier'), member('manager')]), [merchant()])
  expect(openOf(navigation, 'MI_NEGOCIO')).toContain('wallet')
})

test.each(['limits', 'apiKeys'])('only the owner of a merchant has the page %s', (page) => {
  const managed = navigationOf(caller([], [member('manager')]), [merchant('ACTIVE', true)])
  expect(openOf(managed, 'MI_NEGOCIO')).toContain(page)
  const hired = navigationOf(caller([], [member('manager')]), [merchant()])
  expect(hired[0]?.items.find(({ key }) => key === page)).toMatchObject({ isAllowed: false })
})

test('an owner without a store is sent to create one first', () => {
  const navigation = navigationOf(caller([]), [merchant('ACTIVE', true)])
  expect(openOf(navigation, 'MI_NEGOCIO')).toEqual(['stores'])
  expect(navigation[0]?.items.find(({ key }) => key === 'terminal')?.reason).toBe('no_store')
})

test.each(storeRoles)('a %s of a suspended merchant has every page closed, and sees why', (role) => {
  const navigation = navigationOf(caller([], [member(role, 'SUSPENDED')]), [merchant('SUSPENDED')])
  expect(openOf(navigation, 'MI_NEGOCIO')).toEqual([])
  for (const { reason } of navigation[0]?.items ?? []) expect(reason).toBe('merchant_suspended')
})

test('the platform’s group is only for accounts with a label', () => {
  const all = [
    'queues',
    'merchants',
    'summaries',
    'services',
    'roles',
    'pspCredentials',
    'settings',
    'platformAudit',
  ]
  expect(openOf(navigationOf(caller(['platformAdmin']), []), 'ADMINISTRACION')).toEqual(all)
  const operator = navigationOf(caller(['platformOperator']), [])
  expect(openOf(operator, 'ADMINISTRACION')).toEqual(
    all.filter((key) => key !== 'roles' && key !== 'pspCredentials'),
  )
  expect(operator[0]?.items.find(({ key }) => key === 'roles')?.reason).toBe('admin_only')
  expect(navigationOf(caller(['distributor']), [])).toEqual([])
  expect(navigationOf(caller([]), [])).toEqual([])
})

test('the gift card list is absent from menus until it is switched on', () => {
  const keys = (listsGiftCards: boolean) =>
    navigationOf(caller(['platformOperator']), [], { listsGiftCards })[0]?.items.map(({ key }) => key)
  expect(keys(false)).not.toContain('giftCards')
  expect(keys(true)).toContain('giftCards')
  expect(navigationOf(caller([], [member('manager')]), [merchant()], { listsGiftCards: true })).toHaveLength(
    1,
  )
})

test('a label without its second factor shows the platform’s group, closed', () => {
  const navigation = navigationOf(caller(['platformAdmin'], [], false), [])
  expect(openOf(navigation, 'ADMINISTRACION')).toEqual([])
  for (const { reason } of navigation[0]?.items ?? []) expect(reason).toBe('mfa_required')
})

test('while the database is restored, administrators open the page that reconciles it and no other', () => {
  const restored = (labels: Label[], labelsAct = true) =>
    navigationOf({ ...caller(labels, [], labelsAct), isRestored: true }, [])
  const admin = restored(['platformAdmin'])
  expect(openOf(admin, 'ADMINISTRACION')).toEqual(['restoration'])
  expect(admin[0]?.items.find(({ key }) => key === 'roles')?.reason).toBe('restored')
  const operator = restored(['platformOperator'])
  expect(openOf(operator, 'ADMINISTRACION')).toEqual([])
  expect(operator[0]?.items[0]).toEqual({ key: 'restoration', isAllowed: false, reason: 'admin_only' })
  const unproven = restored(['platformAdmin'], false)
  expect(unproven[0]?.items[0]).toEqual({ key: 'restoration', isAllowed: false, reason: 'mfa_required' })
  const usual = navigationOf(caller(['platformAdmin']), [])
  expect(usual[0]?.items.map(({ key }) => key)).not.toContain('restoration')
})

test('staff who also work in a store have both groups', () => {
  const navigation = navigationOf(caller(['platformOperator'], [member('cashier')]), [merchant()])
  expect(navigation.map(({ group }) => group)).toEqual(['MI_NEGOCIO', 'ADMINISTRACION'])
})

test('each store opens the pages of the role in it, and owners’ pages belong to none', () => {
  expect(pagesOf('cashier', false)).toEqual(everyday)
  for (const key of ['reports', 'invites', 'employees', 'shifts', 'audit']) {
    expect(pagesOf('supervisor', false)).toContain(key)
    expect(pagesOf('cashier', false)).not.toContain(key)
  }
  for (const key of ['wallet', 'settlements', 'webhooks', 'theme']) {
    expect(pagesOf('manager', false)).toContain(key)
    expect(pagesOf('supervisor', false)).not.toContain(key)
  }
  expect(pagesOf('manager', false)).not.toContain('apiKeys')
  expect(pagesOf('manager', true)).toEqual(['terminal'])
})

test('a terminal session opens the till, and back-office pages ask for the password', () => {
  const [business] = navigationOf({ ...caller([], [member('manager')]), terminalId: 't' }, [
    merchant('ACTIVE', true),
  ])
  expect(openOf(business === undefined ? [] : [business], 'MI_NEGOCIO')).toEqual(['terminal'])
  for (const { key, reason } of business?.items ?? [])
    expect(reason).toBe(key === 'terminal' ? null : 'password_required')
})
