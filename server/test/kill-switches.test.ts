import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from './app.ts'
import { patient } from './patience.ts'
import type { Member, Person, Store } from './world.ts'

/** Rounds of each race: enough to find frequent faults in every run; more for long runs. */
const rounds = Number(process.env['MOSTRADOR_RACES'] ?? 20)

let app: App
let admin: Person
let store: Store

beforeAll(async () => {
  app = await startProduct({ DATABASE_POOL_SIZE: '16' })
  admin = await app.world.platformAdmin()
  store = await app.world.store()
})
afterAll(() => app.close())

/** A writer, what they write, and the switch that stops them. */
interface Case {
  readonly name: string
  /** Creates a new writer. */
  writer(): Promise<Person>
  write(as: Person, no: number): Promise<{ status: number }>
  /** Pulls the switch; resolves when it has been answered. */
  pull(writer: Person): Promise<{ status: number }>
  /** What the writer gets from then on. */
  readonly refusal: { status: number; body?: { code: string } }
  /** Undoes the switch where it is shared. */
  restore?(): Promise<unknown>
}

const putSetting = (as: Person, no: number) =>
  app.call(as, 'PUT', '/platform/settings/vas_chips', { value: no % 2 === 0 })
const addCategory = (as: Person, no: number) =>
  app.call(as, 'POST', '/pos/categories', { storeId: store.id, name: `C${no} ${as.id}` })
/** A write of a till. */
const addCustomer = (as: Person, no: number) =>
  app.call(as, 'POST', '/pos/customers', { storeId: store.id, name: `C${no} ${as.id}` })
const setMerchant = (status: string) =>
  app.call(admin, 'PATCH', `/pos/merchants/${store.merchantId}/status`, { status, reason: 'Prueba' })

/** The stores of writers who have one of their own: its owner, or a key of that owner. */
const ownStores = new Map<string, Store>()
const ownerOfStore = async () => {
  const at = await app.world.store()
  ownStores.set(at.manager.id, at)
  return at.manager
}
const keyOfOwnStore = async () => {
  const at = await app.world.store()
  const key = await app.world.apiKey(at.manager)
  ownStores.set(key.id, at)
  return key
}
const addOwnCategory = (as: Person, no: number) =>
  app.call(as, 'POST', '/pos/categories', { storeId: ownStores.get(as.id)?.id, name: `C${no}` })
const replaceOwner = ({ id }: Person) =>
  app.call(admin, 'PATCH', `/pos/merchants/${ownStores.get(id)?.merchantId}/owner`, {
    owner: { email: `next-${id}@example.test`, name: 'Otra' },
    reason: 'Prueba',
  })

const cases: Case[] = [
  {
    name: 'a label revoked',
    writer: () => app.world.platformAdmin(),
    write: putSetting,
    pull: ({ id }) => app.call(admin, 'DELETE', `/platform/roles/${id}/platformAdmin`),
    refusal: { status: 403, body: { code: 'forbidden' } },
  },
  {
    name: 'an account blocked',
    writer: () => app.world.platformAdmin(),
    write: putSetting,
    pull: ({ id }) =>
      app.call(admin, 'PATCH', `/platform/accounts/${id}/status`, { status: 'BLOCKED', reason: 'Prueba' }),
    refusal: { status: 401 },
  },
  {
    name: 'an owner replaced',
    writer: ownerOfStore,
    write: addOwnCategory,
    pull: replaceOwner,
    refusal: { status: 403, body: { code: 'forbidden' } },
  },
  {
    name: 'a session signed out',
    writer: () => app.world.member(store, 'supervisor'),
    write: addCategory,
    pull: (writer) => app.call(writer, 'DELETE', '/auth/sessions/current'),
    refusal: { status: 401 },
  },
  {
    name: 'a membership ended',
    writer: () => app.world.member(store, 'supervisor'),
    write: addCategory,
    pull: (writer) =>
      app.call(store.manager, 'DELETE', `/pos/memberships/${(writer as Member).membershipId}`),
    refusal: { status: 403, body: { code: 'forbidden' } },
  },
  {
    name: 'a role lowered',
    writer: () => app.world.member(store, 'supervisor'),
    write: addCategory,
    pull: (writer) =>
      app.call(store.manager, 'PATCH', `/pos/memberships/${(writer as Member).membershipId}`, {
        role: 'cashier',
      }),
    refusal: { status: 403, body: { code: 'forbidden' } },
  },
  {
    name: 'a merchant suspended',
    writer: () => app.world.member(store, 'supervisor'),
    write: addCategory,
    pull: () => setMerchant('SUSPENDED'),
    refusal: { status: 403, body: { code: 'merchant_suspended' } },
    restore: () => setMerchant('ACTIVE'),
  },
  {
    name: 'an API key revoked',
    writer: () => app.world.apiKey(store.manager),
    write: addCategory,
    pull: ({ id }) => app.call(store.manager, 'POST', `/pos/api_keys/${id}/revoke`),
    refusal: { status: 401, body: { code: 'unauthenticated' } },
  },
  {
    name: 'the owner of an API key blocked',
    writer: keyOfOwnStore,
    write: addOwnCategory,
    pull: ({ id }) =>
      app.call(admin, 'PATCH', `/platform/accounts/${ownStores.get(id)?.manager.id}/status`, {
        status: 'BLOCKED',
        reason: 'Prueba',
      }),
    refusal: { status: 401, body: { code: 'unauthenticated' } },
  },
  {
    name: 'the owner of an API key replaced',
    writer: keyOfOwnStore,
    write: addOwnCategory,
    pull: replaceOwner,
    refusal: { status: 401, body: { code: 'unauthenticated' } },
  },
  {
    name: 'a terminal disabled',
    writer: atTerminal,
    write: addCustomer,
    pull: (writer) =>
      app.call(store.manager, 'POST', `/pos/terminals/${(writer as AtTerminal).terminalId}/disable`),
    refusal: { status: 401 },
  },
  {
    name: 'an employee made inactive',
    writer: atTerminal,
    write: addCustomer,
    pull: (writer) =>
      app.call(store.manager, 'PATCH', `/pos/employees/${(writer as AtTerminal).employeeId}`, {
        status: 'INACTIVE',
      }),
    refusal: { status: 401 },
  },
]

interface AtTerminal extends Member {
  readonly terminalId: string
  readonly employeeId: string
}

/** A supervisor signed in at a terminal with code and PIN. */
async function atTerminal(): Promise<AtTerminal> {
  const member = await app.world.member(store, 'supervisor')
  const done = async (path: string, body: object, headers?: Record<string, string>) => {
    const answer = await app.call(headers ? undefined : store.manager, 'POST', path, body, headers)
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }
  const { id: terminalId } = await done('/pos/terminals', { storeId: store.id, name: `Caja ${member.id}` })
  const { deviceToken } = await done(`/pos/terminals/${terminalId}/enable`, {})
  const { rows } = await app.admin.query('select id from shop.employees where membership_id = $1', [
    member.membershipId,
  ])
  const employeeId = rows[0].id
  const pin = '482913'
  const { code } = await done(`/pos/employees/${employeeId}/pin`, {})
  await app.world.choosePin(member, pin)
  const device = { authorization: `Terminal ${deviceToken}` }
  const { token } = await done('/auth/terminal-sessions', { code, pin }, device)
  return { ...member, token, terminalId, employeeId }
}

/** A thousand rounds take longer than the ten minutes of a recent confirmation. */
const stayConfirmed = () =>
  app.admin.query('update identity.sessions set confirmed_at = now() where account_id = any ($1)', [
    [admin.id, store.manager.id],
  ])

/** What an account has changed so far, according to the audit log of those transactions. */
const changesBy = async ({ id }: Person): Promise<number> => {
  const { rows } = await app.admin.query(
    `select count(*)::int as n from audit.log
      where user_id = $1 and (action = 'setting.changed' or entity in ('category', 'customer'))`,
    [id],
  )
  return rows[0].n
}

describe.each(cases)('$name', ({ writer, write, pull, refusal, restore }) => {
  test('takes effect on the next request', async () => {
    const person = await writer()
    expect([200, 201]).toContain((await write(person, 0)).status)
    expect([200, 204]).toContain((await pull(person)).status)
    expect(await write(person, 1)).toMatchObject(refusal)
    await restore?.()
  })

  test(
    'lets nothing commit after it has answered',
    async () => {
      let overlaps = 0
      let tills: Promise<unknown> | undefined
      for (let round = 0; round < rounds; round++) {
        const person = await writer()
        await stayConfirmed()
        const sent = { isOver: false, no: 0, done: 0 }
        await new Promise<void>((isBusy, fail) => {
          const till = async () => {
            while (!sent.isOver) {
              const { status } = await write(person, sent.no++)
              if (status === 200 || status === 201) sent.done++
              if (sent.done > 2 + (round % 4)) isBusy()
            }
          }
          tills = Promise.all(Array.from({ length: 5 }, till))
          tills.catch(fail)
        })
        const pulled = await pull(person)
        expect([200, 204]).toContain(pulled.status)
        const [atAnswer, doneAtAnswer] = [await changesBy(person), sent.done]
        sent.isOver = true
        await tills
        expect(await changesBy(person)).toBe(atAnswer)
        // The answer that a client got is what happened.
        expect(sent.done).toBe(atAnswer)
        if (sent.no > doneAtAnswer) overlaps++
        await restore?.()
      }
      // Otherwise the switch was never pulled during a write.
      expect(overlaps).toBeGreaterThan(0)
    },
    patient(30_000 + rounds * 2_000),
  )
})
