import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, startProduct } from '../../../test/app.ts'
import { newClabe } from '../../../test/clabes.ts'
import { patient } from '../../../test/patience.ts'
import { firstLine, killProgram, startProgram } from '../../../test/programs.ts'
import type { Person } from '../../../test/world.ts'
import { expireBankAccounts } from '../../money/bank-accounts/service.ts'

const firstAndTenRetries = 11

/** A merchant with a confirmed business and a pending account: everything but the worker's part. */
async function applicant(app: App, operator: Person) {
  const { merchantId, manager } = await app.world.store()
  const added = await app.call(manager, 'POST', '/pos/settlements/bank-account', {
    clabe: newClabe(),
    holder: 'Rosa Luna',
  })
  const verification = `/pos/admin/merchants/${merchantId}/verification`
  const confirmed = await app.call(operator, 'POST', `${verification}/confirm-business`, {
    evidence: 'Acta vista',
  })
  expect([added.status, confirmed.status]).toEqual([201, 200])
  const accountId = added.body.id as string
  return {
    merchantId,
    accountId,
    decide: (status: string) =>
      app.call(operator, 'PATCH', `/pos/settlements/bank-account/${accountId}/verification`, {
        status,
        reason: 'Prueba',
      }),
    resync: async () => (await app.call(operator, 'POST', `${verification}/resync`)).body,
    status: async () => (await app.call(operator, 'GET', verification)).body.status as string,
    becomes: (status: string) =>
      expect
        .poll(async () => (await app.call(operator, 'GET', verification)).body.status, {
          timeout: patient(30_000),
        })
        .toBe(status),
  }
}

/**
 * From here on the recomputation fails for a merchant; a sequence counts every attempt, because sequences are
 * never rolled back.
 */
async function breakDeriving(app: App, merchantId: string) {
  const name = `broken_${merchantId.replaceAll('-', '')}`
  await app.admin.query(`
    create sequence public.${name}; grant usage on sequence public.${name} to public;
    create function public.${name}() returns trigger language plpgsql as $$
      begin perform nextval('public.${name}'); raise exception 'broken on purpose'; end $$;
    create trigger ${name} before update of derived_at on platform.verifications for each row
      when (old.merchant_id = '${merchantId}') execute function public.${name}()`)
  return {
    mend: () => app.admin.query(`drop trigger ${name} on platform.verifications`),
    tries: async (): Promise<number> =>
      Number(
        (
          await app.admin.query(
            `select case when is_called then last_value else 0 end as n from public.${name}`,
          )
        ).rows[0].n,
      ),
  }
}

/** How many were ever queued. Scheduled work is queued as well, and does not count here. */
async function recomputations(app: App): Promise<number> {
  const { rows } = await app.admin.query(
    `select count(*)::int as n from dbos.workflow_status where name = 'verification.recompute'`,
  )
  return rows[0].n
}

/** Waits until none is queued or running. */
const allRecomputed = (app: App) =>
  expect
    .poll(
      async () => {
        const { rows } = await app.admin.query(
          `select workflow_uuid from dbos.workflow_status
            where name = 'verification.recompute' and status in ('ENQUEUED', 'PENDING')`,
        )
        return rows
      },
      { timeout: patient(30_000) },
    )
    .toEqual([])

/** The reported failures of a merchant's recomputations. */
async function reportedFailures(app: App, merchantId: string) {
  const { rows } = await app.admin.query(
    `select (select coalesce(jsonb_agg(payload), '[]') from events.events
              where merchant_id = $1 and type = 'verification.recompute.retries_exhausted') as events,
            (select count(*)::int from audit.log
              where merchant_id = $1 and action = 'verification.recompute.retries_exhausted') as audit,
            (select count(*)::int from platform.given_up_work where merchant_id = $1) as entries`,
    [merchantId],
  )
  return rows[0] as { events: Record<string, unknown>[]; audit: number; entries: number }
}

describe('with a worker', () => {
  let app: App
  let operator: Person
  beforeAll(async () => {
    app = await startProduct({ MOSTRADOR_WORKER: 'on' }, { times: { pauseScale: 0.002 } })
    operator = await app.world.operator()
  })
  afterAll(() => app.close())

  test('a decision on an account changes its merchant’s verification a moment later', async () => {
    const one = await applicant(app, operator)
    expect((await one.decide('VERIFIED')).status).toBe(200)
    await one.becomes('VERIFIED')
    expect((await one.decide('REJECTED')).status).toBe(200)
    await one.becomes('LAPSED')
  })

  test('a recomputation that fails is retried ten times, and then reported once', async () => {
    const one = await applicant(app, operator)
    await one.becomes('PENDING')
    await expect
      .poll(
        async () =>
          (
            await app.admin.query(
              `select count(*)::int as n from dbos.workflow_status where status in ('ENQUEUED', 'PENDING')`,
            )
          ).rows[0].n,
      )
      .toBe(0)
    const broken = await breakDeriving(app, one.merchantId)
    await one.decide('VERIFIED')
    await expect
      .poll(async () => (await reportedFailures(app, one.merchantId)).entries, { timeout: patient(30_000) })
      .toBe(1)
    expect(await broken.tries()).toBe(firstAndTenRetries)
    const { events, audit } = await reportedFailures(app, one.merchantId)
    expect(audit).toBe(1)
    expect(events).toEqual([
      {
        merchantId: one.merchantId,
        attempts: firstAndTenRetries,
        lastError: 'broken on purpose',
        firstFailedAt: expect.any(String),
      },
    ])
    expect(await one.status()).toBe('PENDING')

    const queue = `/platform/workflows?merchantId=${one.merchantId}`
    const [entry] = (await app.call(operator, 'GET', queue)).body.items
    expect(entry).toMatchObject({ name: 'verification.recompute', status: 'OPEN' })
    const steps = (await app.call(operator, 'GET', `/workflows/${entry.workflowId}/steps`)).body.items
    const attempts = steps.filter(({ name }: { name: string }) => /^verification\.recompute #/.test(name))
    expect(attempts).toHaveLength(firstAndTenRetries)

    // Resync needs no durable work; and once the fault is corrected, the work can be started again.
    await broken.mend()
    expect(await one.resync()).toMatchObject({ after: { status: 'VERIFIED' } })
    await app.admin.query(
      `update platform.merchants set verification_status = 'PENDING', is_verified = false where id = $1`,
      [one.merchantId],
    )
    const retried = await app.call(operator, 'POST', `/platform/workflows/${entry.id}/retry`)
    expect(retried.body.status, retried.text).toBe('RETRIED')
    await one.becomes('VERIFIED')
    expect((await reportedFailures(app, one.merchantId)).events).toHaveLength(1)
  })

  test('every night accounts past their twelve months expire, and no others', async () => {
    const [one, other] = [await applicant(app, operator), await applicant(app, operator)]
    for (const each of [one, other]) {
      await each.decide('VERIFIED')
      await each.becomes('VERIFIED')
    }
    await app.admin.query(
      `update money.bank_accounts set expires_at = now() - interval '1 second' where id = $1`,
      [one.accountId],
    )
    expect(await expireBankAccounts(app.database)).toEqual({ expired: 1 })
    await one.becomes('LAPSED')
    expect(await other.status()).toBe('VERIFIED')
    expect(await expireBankAccounts(app.database)).toEqual({ expired: 0 })
    const { rows } = await app.admin.query(
      `select entity, entity_id as "entityId", merchant_id as "merchantId", user_id as by, before, after
         from audit.log where action = 'bank_account.expired' and entity_id = any ($1)`,
      [[one.accountId, other.accountId]],
    )
    expect(rows).toEqual([
      {
        ...{ entity: 'bank_account', entityId: one.accountId, merchantId: one.merchantId, by: null },
        ...{ before: { status: 'VERIFIED' }, after: { status: 'EXPIRED' } },
      },
    ])
    await one.decide('VERIFIED')
    await one.becomes('VERIFIED')
  })

  test('a direct write to the database triggers nothing', async () => {
    const one = await applicant(app, operator)
    await one.decide('VERIFIED')
    await one.becomes('VERIFIED')
    const queued = () => recomputations(app)
    // One that is still running would see the write.
    await allRecomputed(app)
    const before = await queued()
    await app.admin.query('delete from money.bank_accounts where id = $1', [one.accountId])
    // Another merchant's later change has been processed; this one's would have been too.
    const other = await applicant(app, operator)
    await other.decide('VERIFIED')
    await other.becomes('VERIFIED')
    expect(await queued()).toBe(before + 2)
    expect(await one.status()).toBe('VERIFIED')
    expect(await one.resync()).toMatchObject({ before: { status: 'VERIFIED' }, after: { status: 'LAPSED' } })
  })

  test('a change that is refused queues nothing', async () => {
    const one = await applicant(app, operator)
    await one.decide('VERIFIED')
    await one.becomes('VERIFIED')
    const queued = () => recomputations(app)
    const before = await queued()
    expect((await one.decide('VERIFIED')).body.code).toBe('already_verified')
    expect(await queued()).toBe(before)
  })
})

describe('kill -9', { timeout: patient(90_000) }, () => {
  let app: App
  let operator: Person
  beforeAll(async () => {
    app = await startProduct()
    operator = await app.world.operator()
  })
  afterAll(() => app.close())

  const worker = async (pauseScale: number) => {
    const child = startProgram([path.resolve(import.meta.dirname, '../../../test/recompute-worker.mjs')], {
      env: {
        PATH: process.env['PATH'],
        API_URL: app.apiUrl,
        WORKER_URL: app.workerUrl,
        PAUSE_SCALE: String(pauseScale),
        LEASE_MS: String(patient(1_000)),
      },
    })
    await firstLine(child)
    return child
  }

  test('in the middle of the retries: the next process continues, and it is reported once', async () => {
    const one = await applicant(app, operator)
    const broken = await breakDeriving(app, one.merchantId)
    // Adding the account and verifying it each cause a recomputation; both fail from here on.
    await one.decide('VERIFIED')
    const first = await worker(0.02)
    await expect.poll(() => broken.tries(), { timeout: patient(30_000) }).toBeGreaterThan(6)
    await killProgram(first)
    expect((await reportedFailures(app, one.merchantId)).entries).toBe(0)
    await worker(0.002)
    await expect
      .poll(async () => (await reportedFailures(app, one.merchantId)).entries, { timeout: patient(30_000) })
      .toBe(2)
    const { events, audit } = await reportedFailures(app, one.merchantId)
    expect([events.length, audit]).toEqual([2, 2])
    // No completed attempt is repeated; the one in progress when the process died may be, for each.
    const tries = await broken.tries()
    expect(tries).toBeGreaterThanOrEqual(2 * firstAndTenRetries)
    expect(tries).toBeLessThanOrEqual(2 * firstAndTenRetries + 2)
  })

  test('while it is reported: it is still reported once', async () => {
    const one = await applicant(app, operator)
    await one.resync()
    const { rows: queued } = await app.admin.query(
      `select s.workflow_uuid as id from dbos.workflow_status s join dbos.workflow_input i using (workflow_uuid)
        where i.inputs like '%' || $1 || '%'`,
      [one.merchantId],
    )
    expect(queued).toHaveLength(1)
    await breakDeriving(app, one.merchantId)
    // The process is stopped where the entry is written, and dies there.
    await app.admin.query(`
      create function public.hold_still() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock(4711); return new; end $$;
      create trigger hold_still before insert on platform.given_up_work for each row execute function public.hold_still()`)
    const gate = await app.admin.connect()
    await gate.query('select pg_advisory_lock(4711)')
    const first = await worker(0.002)
    await expect
      .poll(
        async () =>
          (
            await app.admin.query(
              `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted and objid = 4711`,
            )
          ).rows[0].n,
        { timeout: patient(30_000) },
      )
      .toBe(1)
    await killProgram(first)
    await gate.query('select pg_advisory_unlock(4711)')
    gate.release()
    await worker(0.002)
    await expect
      .poll(
        async () =>
          (
            await app.admin.query(`select status from dbos.workflow_status where workflow_uuid = $1`, [
              queued[0].id,
            ])
          ).rows[0].status,
        { timeout: patient(30_000) },
      )
      .toBe('ERROR')
    const { events, audit, entries } = await reportedFailures(app, one.merchantId)
    expect([events.length, audit, entries]).toEqual([1, 1, 1])
  })
})
