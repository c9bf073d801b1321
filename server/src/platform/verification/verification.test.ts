import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { type Applicants, applicantsOf, evidence, reason } from '../../../test/applicants.ts'
import { newClabe } from '../../../test/clabes.ts'
import { sharedProduct } from '../../../test/shared-product.ts'
import type { Person } from '../../../test/world.ts'

let app: App
let operator: Person
let admin: Person
let applicant: Applicants['applicant']
let verified: Applicants['verified']

beforeAll(async () => {
  // Nothing runs durable work here: queued work stays queued, as without a worker.
  app = await sharedProduct()
  ;({ operator, admin, applicant, verified } = await applicantsOf(app))
})

const nothing = '01900000-0000-7000-8000-000000000000'

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
    const again = await applicant()
    const clabe = newClabe()
    const rejected = await again.addAccount(clabe)
    await again.decide(rejected, 'REJECTED')
    const added = await again.addAccount(clabe)
    const before = await again.facts()
    expect(await again.attest(rejected)).toMatchObject({
      status: 409,
      body: { code: 'duplicate_value', field: 'clabe' },
    })
    expect(await again.facts()).toEqual(before)
    expect((await again.attest(added)).status).toBe(200)
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

test('facts of a closed merchant cannot change', async () => {
  const one = await verified()
  await app.admin.query(`select platform.write_status($1, 'CLOSED')`, [one.merchantId])
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
