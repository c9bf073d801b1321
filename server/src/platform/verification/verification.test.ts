import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let operator: Person
let admin: Person

beforeAll(async () => {
  // Nothing runs durable work here: queued work stays queued, as without a worker.
  app = await sharedProduct()
  operator = await app.world.operator()
  admin = await app.world.platformAdmin()
})

const evidence = 'Acta constitutiva vista el 3 de marzo'
const reason = 'Documentos falsos'
const nothing = '01900000-0000-7000-8000-000000000000'

/** A merchant with a store, and the actions on its verification. */
async function applicant() {
  const store = await app.world.store()
  const { merchantId, manager } = store
  const act = (who: Person, name: string, body?: object) =>
    app.call(who, 'POST', `/pos/admin/merchants/${merchantId}/verification/${name}`, body)
  return {
    ...store,
    act,
    addAccount: async (): Promise<string> =>
      (
        await app.call(manager, 'POST', '/pos/settlements/bank-account', {
          clabe: newClabe(),
          holder: 'Rosa Luna',
        })
      ).body.id,
    decide: (id: string, status: 'VERIFIED' | 'REJECTED') =>
      app.call(operator, 'PATCH', `/pos/settlements/bank-account/${id}/verification`, {
        status,
        reason: 'Prueba',
      }),
    confirm: () => act(operator, 'confirm-business', { evidence }),
    attest: (bankAccountId: string) => act(admin, 'attest', { bankAccountId, evidence }),
    revoke: () => act(admin, 'revoke', { reason }),
    unlock: () => act(admin, 'unlock', { reason: 'Aclarado' }),
    resync: () => act(operator, 'resync'),
    facts: async () =>
      (await app.call(operator, 'GET', `/pos/admin/merchants/${merchantId}/verification`)).body,
    status: async () => {
      const { verificationStatus, isVerified } = (
        await app.call(operator, 'GET', `/platform/merchants/${merchantId}`)
      ).body
      expect(isVerified).toBe(verificationStatus === 'VERIFIED')
      return verificationStatus
    },
  }
}
type Applicant = Awaited<ReturnType<typeof applicant>>

async function verified() {
  const one = await applicant()
  const account = await one.addAccount()
  await one.confirm()
  const done = await one.attest(account)
  expect(done.body, done.text).toMatchObject({ status: 'VERIFIED', isVerified: true })
  return { ...one, account }
}

describe('a merchant', () => {
  test('is verified when business and account are, in either order', async () => {
    const one = await applicant()
    expect(await one.status()).toBe('UNVERIFIED')
    expect((await one.confirm()).body).toMatchObject({
      status: 'PENDING',
      isVerified: false,
      business: { evidence, confirmedBy: operator.id },
    })
    expect((await one.attest(await one.addAccount())).body).toMatchObject({ status: 'VERIFIED' })
    const other = await applicant()
    expect((await other.attest(await other.addAccount())).body.status).toBe('PENDING')
    expect((await other.confirm()).body.status).toBe('VERIFIED')
    expect(await other.status()).toBe('VERIFIED')
  })

  test('may sell once verified, and no longer when revoked', async () => {
    const one = await applicant()
    const sell = async () =>
      (await app.call(one.manager, 'POST', '/vas/sale', { productId: nothing }, {})).body.code
    const before = await sell()
    const account = await one.addAccount()
    await one.confirm()
    await one.attest(account)
    const during = await sell()
    await one.revoke()
    expect([before, during, await sell()]).toEqual(['merchant_unverified', during, 'merchant_unverified'])
    expect(during).not.toBe('merchant_unverified')
  })

  test('has every step audited with its account', async () => {
    const one = await verified()
    await one.revoke()
    await one.unlock()
    const { rows } = await app.admin.query(
      `select action, user_id as by, after ->> 'status' as status from audit.log
        where merchant_id = $1 and (action like 'verification.%' or action = 'bank_account.attested') order by id`,
      [one.merchantId],
    )
    expect(rows).toEqual([
      { action: 'verification.business_confirmed', by: operator.id, status: null },
      { action: 'verification.changed', by: operator.id, status: 'PENDING' },
      { action: 'bank_account.attested', by: admin.id, status: 'VERIFIED' },
      { action: 'verification.changed', by: admin.id, status: 'VERIFIED' },
      { action: 'verification.revoked', by: admin.id, status: null },
      { action: 'verification.changed', by: admin.id, status: 'REVOKED' },
      { action: 'verification.unlocked', by: admin.id, status: null },
      { action: 'verification.changed', by: admin.id, status: 'PENDING' },
    ])
  })
})

describe('attesting', () => {
  test('a verified account is refused and changes nothing', async () => {
    const one = await verified()
    const before = await one.facts()
    const { rows } = await app.admin.query('select * from money.bank_accounts where id = $1', [one.account])
    expect(await one.attest(one.account)).toMatchObject({ status: 409, body: { code: 'already_verified' } })
    expect(await one.facts()).toEqual(before)
    expect(
      (await app.admin.query('select * from money.bank_accounts where id = $1', [one.account])).rows,
    ).toEqual(rows)
  })

  test('a rejected account overrules the rejection, unless it was added again', async () => {
    const one = await applicant()
    const account = await one.addAccount()
    await one.decide(account, 'REJECTED')
    expect((await one.attest(account)).status).toBe(200)
  })

  test('an account of another merchant, or an absent one, gets the same answer', async () => {
    const one = await applicant()
    const other = await applicant()
    const [foreign, absent] = await Promise.all([one.attest(await other.addAccount()), one.attest(nothing)])
    const { requestId: _one, ...foreignBody } = foreign.body
    const { requestId: _other, ...absentBody } = absent.body
    expect(foreign.status).toBe(404)
    expect(foreignBody).toEqual(absentBody)
  })

  test('an account that one added is refused', async () => {
    const one = await applicant()
    // A person who works in a store becomes platform staff after leaving the store.
    const before = await app.world.member(one, 'manager')
    const { body } = await app.call(before, 'POST', '/pos/settlements/bank-account', {
      storeId: one.id,
      clabe: newClabe(),
      holder: 'Rosa Luna',
    })
    await app.world.joinPlatform(before, 'platformAdmin')
    const attested = await app.call(
      before,
      'POST',
      `/pos/admin/merchants/${one.merchantId}/verification/attest`,
      {
        bankAccountId: body.id,
        evidence: 'Estado de cuenta',
      },
    )
    expect(attested).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await one.attest(body.id)).status).toBe(200)
  })
})

describe('revoking', () => {
  test('withdraws every fact and outweighs new ones; unlocking starts from the beginning', async () => {
    const one = await verified()
    expect((await one.revoke()).body).toMatchObject({
      status: 'REVOKED',
      isVerified: false,
      business: null,
      revokeReason: reason,
      verifiedAt: null,
    })
    expect(await one.revoke()).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    expect((await one.attest(one.account)).body.status).toBe('REVOKED')
    expect((await one.confirm()).body.status).toBe('REVOKED')
    expect((await one.resync()).body.after.status).toBe('REVOKED')
    expect((await one.unlock()).body).toMatchObject({ status: 'PENDING', business: null, revokedAt: null })
    expect(await one.unlock()).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    await one.confirm()
    expect((await one.attest(one.account)).body.status).toBe('VERIFIED')
  })
})

/** Situations before a resync; `wanted` is the status that follows from the facts. */
const preconditions: { name: string; wanted: string; arrange(): Promise<Applicant> }[] = [
  { name: 'never any account', wanted: 'UNVERIFIED', arrange: applicant },
  {
    name: 'a pending account, its workflow still queued without a worker',
    wanted: 'PENDING',
    async arrange() {
      const one = await applicant()
      await one.addAccount()
      return one
    },
  },
  {
    name: 'an account verified, its workflow never run',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await applicant()
      await one.confirm()
      await one.decide(await one.addAccount(), 'VERIFIED')
      return one
    },
  },
  ...(['PENDING', 'ERROR', 'SUCCESS', 'CANCELLED'] as const).map((state) => ({
    name: `its workflow is ${state} in the engine`,
    wanted: 'VERIFIED',
    async arrange() {
      const one = await applicant()
      await one.confirm()
      await one.decide(await one.addAccount(), 'VERIFIED')
      const { rowCount } = await app.admin.query(
        `update dbos.workflow_status s set status = $2 from dbos.workflow_input i
          where i.workflow_uuid = s.workflow_uuid and i.inputs like '%' || $1 || '%'`,
        [one.merchantId, state],
      )
      expect(rowCount).toBeGreaterThan(0)
      return one
    },
  })),
  {
    name: 'its workflow has failed all retries',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await applicant()
      await one.confirm()
      await one.decide(await one.addAccount(), 'VERIFIED')
      await app.admin.query(
        `select platform.note_given_up('gone:' || $1, 'verification.recompute', jsonb_build_object('merchantId', $1::text), 11, 'x', now())`,
        [one.merchantId],
      )
      return one
    },
  },
  {
    name: 'the workflow’s id is used for something else',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await applicant()
      await one.confirm()
      await one.decide(await one.addAccount(), 'VERIFIED')
      await app.admin.query(
        `select dbos.enqueue_workflow(workflow_name => 'other', queue_name => 'elsewhere', workflow_id => 'verification.recompute:' || $1)`,
        [one.merchantId],
      )
      return one
    },
  },
  {
    name: 'lapsed: its account is past its twelve months',
    wanted: 'LAPSED',
    async arrange() {
      const one = await verified()
      await app.admin.query('update money.bank_accounts set expires_at = now() where merchant_id = $1', [
        one.merchantId,
      ])
      return one
    },
  },
  {
    name: 'lapsed in the record, although the facts suffice',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await verified()
      await app.admin.query(
        `update platform.merchants set verification_status = 'LAPSED', is_verified = false where id = $1`,
        [one.merchantId],
      )
      return one
    },
  },
  {
    name: 'wrongly verified',
    wanted: 'UNVERIFIED',
    async arrange() {
      const one = await applicant()
      await app.admin.query(
        `update platform.merchants set verification_status = 'VERIFIED', is_verified = true where id = $1`,
        [one.merchantId],
      )
      return one
    },
  },
  {
    name: 'status and flag that contradict each other',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await verified()
      await app.admin.query('update platform.merchants set is_verified = false where id = $1', [
        one.merchantId,
      ])
      return one
    },
  },
  {
    name: 'its accounts deleted directly in the database',
    wanted: 'LAPSED',
    async arrange() {
      const one = await verified()
      await app.admin.query('delete from money.bank_accounts where merchant_id = $1', [one.merchantId])
      // Nothing follows a direct write: the record is outdated until a resync.
      expect(await one.status()).toBe('VERIFIED')
      return one
    },
  },
  {
    name: 'locked',
    wanted: 'LOCKED',
    async arrange() {
      const one = await applicant()
      for (let no = 0; no < 5; no++) await one.decide(await one.addAccount(), 'REJECTED')
      return one
    },
  },
  {
    name: 'suspended',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await verified()
      await app.admin.query(
        `update platform.merchants set status = 'SUSPENDED', verification_status = 'LAPSED' where id = $1`,
        [one.merchantId],
      )
      return one
    },
  },
  {
    name: 'closed',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await verified()
      await app.admin.query(
        `update platform.merchants set status = 'CLOSED', verification_status = 'LAPSED' where id = $1`,
        [one.merchantId],
      )
      return one
    },
  },
]

describe('resync gives the right status with', () => {
  test.each(preconditions)('$name: $wanted', async ({ arrange, wanted }) => {
    const one = await arrange()
    const { rows } = await app.admin.query(
      `select verification_status as status, is_verified as "isVerified" from platform.merchants where id = $1`,
      [one.merchantId],
    )
    const after = { status: wanted, isVerified: wanted === 'VERIFIED' }
    expect(await one.resync()).toMatchObject({ status: 200, body: { before: rows[0], after } })
    expect(await one.status()).toBe(wanted)
    // A second resync changes nothing.
    expect((await one.resync()).body).toEqual({ before: after, after })
    const { rows: audit } = await app.admin.query(
      `select count(*)::int as n from audit.log where merchant_id = $1 and action = 'verification.resynced'`,
      [one.merchantId],
    )
    expect(audit[0].n).toBe(2)
  })
})

test('facts of a closed merchant cannot change', async () => {
  const one = await verified()
  await app.admin.query(`update platform.merchants set status = 'CLOSED' where id = $1`, [one.merchantId])
  for (const answer of [
    await one.confirm(),
    await one.attest(one.account),
    await one.revoke(),
    await one.unlock(),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'merchant_closed' } })
})

test('the status cannot be set directly', async () => {
  const one = await applicant()
  for (const method of ['POST', 'PUT', 'PATCH'])
    for (const name of ['override', ''])
      expect(
        (
          await app.call(admin, method, `/pos/admin/merchants/${one.merchantId}/verification/${name}`, {
            status: 'VERIFIED',
          })
        ).status,
        `${method} ${name}`,
      ).toBe(404)
})

describe('permissions', () => {
  const acts = [
    ['GET', '', undefined, 'operator'],
    ['POST', '/confirm-business', { evidence }, 'operator'],
    ['POST', '/resync', undefined, 'operator'],
    ['POST', '/attest', { bankAccountId: nothing, evidence }, 'admin'],
    ['POST', '/revoke', { reason }, 'admin'],
    ['POST', '/unlock', { reason }, 'admin'],
  ] as const

  test.each(acts)('%s …/verification%s', async (method, name, body, role) => {
    const one = await applicant()
    const call = (who: Person | undefined, id = one.merchantId) =>
      app.call(who, method, `/pos/admin/merchants/${id}/verification${name}`, body)
    expect((await call(undefined)).status).toBe(401)
    for (const who of [
      await app.world.person(),
      one.manager,
      await app.world.member(one, 'cashier'),
      await app.world.person({ labels: ['distributor'] }),
      ...(role === 'admin' ? [operator] : []),
    ])
      expect(await call(who)).toMatchObject({ status: 403, body: { requiredRole: `platform:${role}` } })
    const weak = await app.world.person({ labels: ['platformAdmin'], secondFactor: false })
    expect((await call(weak)).body.code).toBe('mfa_required')
    for (const who of role === 'admin' ? [admin] : [operator, admin]) {
      expect((await call(who, nothing)).status).toBe(404)
      expect([401, 403]).not.toContain((await call(who)).status)
      if (body !== undefined)
        expect(
          (
            await app.call(who, method, `/pos/admin/merchants/${one.merchantId}/verification${name}`, {
              ...body,
              status: 'VERIFIED',
            })
          ).body.code,
        ).toBe('invalid_request')
    }
    if (role === 'admin') {
      const stale = await app.world.person({ labels: ['platformAdmin'], confirmed: false })
      expect((await call(stale)).body.code).toBe('confirmation_required')
    }
  })
})
