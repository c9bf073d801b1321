import { type KeyScope, keyScopeNames, withIncluded } from '../src/authorization/key-scopes.ts'
import type { StoreRole } from '../src/authorization/matrix.ts'
import type { Member, Person, Store, World } from './world.ts'

/** A caller with its roles. */
export interface Caller {
  readonly person: Person | undefined
  readonly memberships: readonly Pick<Member, 'storeId' | 'merchantId' | 'role' | 'membershipId'>[]
  readonly platform?: 'operator' | 'admin'
  /** The merchants that an administrator is confined to. */
  readonly overseen?: readonly string[]
  /** The scopes of an API key. */
  readonly keyScopes?: readonly KeyScope[]
  /** Opens another session at the caller's terminal, and returns its token. */
  readonly enter?: () => Promise<string>
}

export interface Stores {
  readonly store: Store
  /** Another store of the same merchant. */
  readonly sibling: Store
  readonly foreign: Store
}

export type CallerName = keyof Awaited<ReturnType<typeof callersOf>>

/** Every kind of caller, relative to two stores of one merchant and one of another. */
export async function callersOf(world: World, { store, sibling, foreign }: Stores) {
  const works = (...members: readonly Member[]): Caller => ({ person: members[0], memberships: members })
  const hired = async (to: Store, role: StoreRole, who?: Person) => works(await world.member(to, role, who))
  const twice = await world.member(store, 'cashier')
  const former = await world.member(store, 'manager')
  await world.endMembership(former.membershipId)
  const exAdmin = await world.person({ labels: ['platformAdmin'] })
  await world.loseLabels(exAdmin.id)
  // The product does not allow both; if inserted directly, the membership does not count.
  const both = await world.member(store, 'cashier')
  await world.giveLabel(both.id, 'platformOperator')
  // An administrator who owns a merchant is its manager, and confined to it.
  const ownStore = await world.store()
  await world.giveLabel(ownStore.manager.id, 'platformAdmin')
  const keyOf = async (scopes: readonly KeyScope[], ...at: readonly Store[]): Promise<Caller> => {
    const person = await world.apiKey(store.manager, { scopes, storeIds: at.map(({ id }) => id) })
    const memberships = await world.membershipsOf(person.id)
    return { person, memberships, keyScopes: withIncluded(scopes) }
  }
  return {
    anonymous: { person: undefined, memberships: [] },
    customer: { person: await world.person(), memberships: [] },
    cashier: await hired(store, 'cashier'),
    'second cashier': await hired(store, 'cashier'),
    supervisor: await hired(store, 'supervisor'),
    manager: await hired(store, 'manager'),
    owner: works(store.manager, sibling.manager),
    'sibling’s cashier': await hired(sibling, 'cashier'),
    'sibling’s supervisor': await hired(sibling, 'supervisor'),
    'sibling’s manager': await hired(sibling, 'manager'),
    'other merchant’s cashier': await hired(foreign, 'cashier'),
    'other merchant’s supervisor': await hired(foreign, 'supervisor'),
    'other merchant’s manager': works(foreign.manager),
    'cashier here, supervisor there': works(twice, await world.member(sibling, 'supervisor', twice)),
    'former manager': { person: former, memberships: [] },
    operator: { person: await world.operator(), memberships: [], platform: 'operator' },
    admin: { person: await world.platformAdmin(), memberships: [], platform: 'admin' },
    'ex-admin': { person: exAdmin, memberships: [] },
    distributor: { person: await world.person({ labels: ['distributor'] }), memberships: [] },
    'operator and cashier': { person: both, memberships: [], platform: 'operator' },
    'administrator and owner': {
      person: ownStore.manager,
      memberships: [ownStore.manager],
      platform: 'admin',
      overseen: [ownStore.merchantId],
    },
    'API key of a store': await keyOf(
      ['POS_CATALOG_WRITE', 'POS_SALES_READ', 'POS_SHIFTS_WRITE', 'POS_EMPLOYEES_READ', 'POS_REPORTS_READ'],
      store,
    ),
    'API key with every scope': await keyOf(keyScopeNames, store, sibling),
    'API key with one scope': await keyOf(['POS_CATALOG_READ'], store),
  } as const satisfies Record<string, Caller>
}
