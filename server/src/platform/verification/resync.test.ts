import { beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../../test/app.ts'
import { type Applicant, type Applicants, applicantsOf } from '../../../test/applicants.ts'
import { sharedProduct } from '../../../test/shared-product.ts'

let app: App
let applicant: Applicants['applicant']
let verified: Applicants['verified']

beforeAll(async () => {
  // Nothing runs durable work here: queued work stays queued, as without a worker.
  app = await sharedProduct()
  ;({ applicant, verified } = await applicantsOf(app))
})

/** Situations before a resync; `wanted` is the status that follows from the facts. */
const preconditions: { name: string; wanted: string; arrange(): Promise<Applicant> }[] = [
  { name: 'never any account', wanted: 'UNVERIFIED', arrange: () => applicant() },
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
      await app.admin.query(`update platform.merchants set verification_status = 'LAPSED' where id = $1`, [
        one.merchantId,
      ])
      await app.admin.query(`select platform.write_status($1, 'SUSPENDED')`, [one.merchantId])
      return one
    },
  },
  {
    name: 'closed',
    wanted: 'VERIFIED',
    async arrange() {
      const one = await verified()
      await app.admin.query(`update platform.merchants set verification_status = 'LAPSED' where id = $1`, [
        one.merchantId,
      ])
      await app.admin.query(`select platform.write_status($1, 'CLOSED')`, [one.merchantId])
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
