import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProduct } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import { patient } from '../../../test/patience.ts'
import type { Person } from '../../../test/world.ts'

// A thousand rounds with MOSTRADOR_RACE_ROUNDS=1000.
const rounds = Number(process.env['MOSTRADOR_RACE_ROUNDS'] ?? 6)

let app: Awaited<ReturnType<typeof startProduct>>
let admin: Person
let productId: string
beforeAll(async () => {
  app = await startProduct({ VAS_AGGREGATOR_MODE: 'sandbox', DATABASE_POOL_SIZE: '16' })
  await app.product.sync()
  admin = await app.world.platformAdmin()
  const { rows } = await app.admin.query(
    `select p.id from vas.products p join vas.providers v on v.id = p.provider_id
      where p.subkind = 'topup' and p.amount_centavos = 1000 and v.name = 'Telcel'`,
  )
  productId = rows[0].id
})
afterAll(() => app.close())

const verification = (merchantId: string, act: string, body: object) =>
  app.call(admin, 'POST', `/pos/admin/merchants/${merchantId}/verification/${act}`, body)
const setStatus = (merchantId: string, status: string) =>
  app.call(admin, 'PATCH', `/pos/merchants/${merchantId}/status`, { status, reason: 'Prueba' })

/** Verifies a merchant from the beginning. */
async function verify(merchantId: string, bankAccountId: string) {
  await verification(merchantId, 'confirm-business', { evidence: 'Acta vista' })
  const done = await verification(merchantId, 'attest', { bankAccountId, evidence: 'Carta del banco' })
  expect(done.body.isVerified, done.text).toBe(true)
}

test.each([
  {
    name: 'a verification revoked',
    pull: (merchantId: string) => verification(merchantId, 'revoke', { reason: 'Prueba' }),
    restore: async (merchantId: string, bankAccountId: string) => {
      await verification(merchantId, 'unlock', { reason: 'Prueba' })
      await verify(merchantId, bankAccountId)
    },
    refusal: 'merchant_unverified',
  },
  {
    name: 'a merchant suspended',
    pull: (merchantId: string) => setStatus(merchantId, 'SUSPENDED'),
    restore: (merchantId: string) => setStatus(merchantId, 'ACTIVE'),
    refusal: 'merchant_suspended',
  },
])(
  'no sale starts after $name has returned',
  async ({ pull, restore, refusal }) => {
    const store = await app.world.store()
    const { merchantId, manager } = store
    await app.world.openShift(manager)
    await app.world.liftLimits(merchantId)
    await app.world.fund(merchantId, 90_000_000)
    const { body } = await app.call(manager, 'POST', '/pos/settlements/bank-account', {
      clabe: newClabe(),
      holder: 'Rosa Luna',
    })
    await verify(merchantId, body.id)
    const sales = async (): Promise<number> =>
      (await app.admin.query('select count(*)::int as n from vas.sales where merchant_id = $1', [merchantId]))
        .rows[0].n
    let overlaps = 0
    for (let round = 0; round < rounds; round++) {
      const seen = new Set<string>()
      let sent = 0
      let isOver = false
      const till = async (no: number) => {
        while (!isOver) {
          const reference = `55${String(round % 1000).padStart(3, '0')}${no}${String(sent++ % 100).padStart(2, '0')}00`
          const answer = await app.call(
            manager,
            'POST',
            '/vas/sale',
            { storeId: store.id, productId, reference },
            { prefer: 'wait=0' },
          )
          if (answer.status >= 400) seen.add(answer.body.code)
        }
      }
      const before = await sales()
      const tills = Array.from({ length: 4 }, (_, no) => till(no))
      await expect
        .poll(sales, { interval: 1, timeout: patient(15_000) })
        .toBeGreaterThan(before + (round % 3))
      expect((await pull(merchantId)).status).toBe(200)
      const [atAnswer, sentAtAnswer] = [await sales(), sent]
      await expect.poll(() => seen.has(refusal), { interval: 1, timeout: patient(15_000) }).toBe(true)
      isOver = true
      await Promise.all(tills)
      expect(await sales()).toBe(atAnswer)
      if (sent > sentAtAnswer) overlaps++
      await restore(merchantId, body.id)
    }
    expect(overlaps).toBeGreaterThan(0)
  },
  patient(60_000 + rounds * 5_000),
)

test.each([
  ['revoke', (id: string) => verification(id, 'revoke', { reason: 'Prueba' })],
  ['unlock', (id: string) => verification(id, 'unlock', { reason: 'Prueba' })],
  ['resync', (id: string) => verification(id, 'resync', {})],
  ['suspend', (id: string) => setStatus(id, 'SUSPENDED')],
] as const)('%s waits for the writes that rely on the merchant', async (act, pull) => {
  const { id } = await app.world.merchant()
  if (act === 'unlock') await verification(id, 'revoke', { reason: 'Prueba' })
  const writer = await app.admin.connect()
  await writer.query('begin')
  await writer.query('select pg_advisory_xact_lock_shared(app.authority_key($1))', [id])
  let hasAnswered = false
  const answer = pull(id).finally(() => {
    hasAnswered = true
  })
  await expect
    .poll(
      async () =>
        (
          await app.admin.query(
            `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
                and database = (select oid from pg_database where datname = current_database())`,
          )
        ).rows[0].n,
      { timeout: patient(4_000) },
    )
    .toBe(1)
  expect(hasAnswered).toBe(false)
  await writer.query('commit')
  writer.release()
  expect((await answer).status).toBe(200)
})

test('lifting a suspension restores exactly memberships, roles and verification', async () => {
  const store = await app.world.store()
  const { merchantId, manager } = store
  const people = [
    manager,
    await app.world.member(store, 'supervisor'),
    await app.world.member(store, 'cashier'),
  ]
  const state = async () => ({
    me: await Promise.all(people.map(async (who) => (await app.call(who, 'GET', '/auth/me')).body)),
    rows: (
      await app.admin.query(
        `select (select jsonb_agg(m order by m.id) from shop.memberships m where m.merchant_id = $1) as memberships,
                (select jsonb_agg(s order by s.id) from authz.permission_sets s where s.merchant_id = $1) as sets,
                (select jsonb_agg(e order by e.id) from shop.employees e where e.merchant_id = $1) as employees,
                (select verification_status from platform.merchants where id = $1) as verification`,
        [merchantId],
      )
    ).rows[0],
  })
  const before = await state()
  await setStatus(merchantId, 'SUSPENDED')
  await setStatus(merchantId, 'ACTIVE')
  expect(await state()).toEqual(before)
})
