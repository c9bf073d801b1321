import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileJournal } from '../src/simulator/journal.ts'
import type { Leashed } from './leashed.ts'
import { firstLine, killProgram, startProgram } from './programs.ts'
import { startVasApp, type VasApp } from './vas-app.ts'

// The world is made in this process; the sales are sold by processes of their own, which die.
let app: VasApp
let product: string
let sandboxDir: string

beforeAll(async () => {
  app = await startVasApp()
  product = await app.product('Telcel', 10_000)
  sandboxDir = await mkdtemp(path.join(tmpdir(), 'mostrador-crash-'))
})
afterAll(async () => {
  await app.close()
  await rm(sandboxDir, { recursive: true, force: true })
})

/**
 * Starts the built server; `crashAt` makes it kill itself there. One that a test left would sell the others' sales: it
 * ends with its test, and a test whose time is up starts no other.
 */
async function start(signal: AbortSignal, crashAt?: string): Promise<{ url: string; child: Leashed }> {
  const child = startProgram([path.join(import.meta.dirname, 'crashing-server.mjs')], {
    signal,
    env: {
      ...process.env,
      API_URL: app.apiUrl,
      WORKER_URL: app.workerUrl,
      SANDBOX_DIR: sandboxDir,
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
    },
  })
  return { url: await firstLine(child), child }
}

function sell(
  url: string,
  token: string,
  storeId: string,
  reference: string,
  key: string,
  more: object = {},
): Promise<Response> {
  return fetch(`${url}/vas/sale`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      prefer: 'wait=4',
    },
    body: JSON.stringify({ storeId, productId: product, reference, ...more }),
  })
}

/** What the provider really did with a sale, read from its own journal: the one of our account, or of a customer's. */
function completionsOf(saleId: string, customer?: string): number {
  const journal = fileJournal(
    customer === undefined ? sandboxDir : path.join(sandboxDir, 'customers', customer),
  )
  try {
    const entries = journal.read()
    const created = entries.find((entry) => entry.kind === 'created' && entry.externalId === saleId)
    if (created?.kind !== 'created') return 0
    return entries.filter(
      (entry) =>
        entry.kind === 'settled' &&
        entry.id === created.id &&
        JSON.stringify(entry.status).includes('COMPLETED'),
    ).length
  } finally {
    journal.close()
  }
}

const points = [
  { crashAt: 'before-hold', phase: 'RESERVED' },
  { crashAt: 'after-hold', phase: 'RESERVED' },
  { crashAt: 'in-holding', phase: 'HOLDING' },
  { crashAt: 'in-held', phase: 'HELD' },
  { crashAt: 'before-confirm', phase: 'CONFIRMING' },
  { crashAt: 'after-confirm', phase: 'CONFIRMING' },
] as const

describe('kill -9 in the middle of a sale', () => {
  test.for(
    points.flatMap((point) => [
      { ...point, reference: '5512345600', ends: 'COMPLETED', completions: 1 },
      { ...point, reference: '5512345602', ends: 'FAILED', completions: 0 },
    ]),
  )('$crashAt, to $reference: after the restart it ends $ends, once', async ({
    crashAt,
    phase,
    reference,
    ends,
    completions,
  }, { signal }) => {
    const { store, cashier } = await app.shop(100_000)
    const dying = await start(signal, crashAt)
    const gone = once(dying.child, 'exit')
    const key = `crash-${crashAt}-${reference}`
    await expect(sell(dying.url, cashier.token, store.id, reference, key)).rejects.toThrow()
    await gone
    const { rows } = await app.admin.query('select id, phase, status from vas.sales where store_id = $1', [
      store.id,
    ])
    expect(rows).toMatchObject([{ phase, status: 'PENDING' }])
    expect((await app.books(store.merchantId)).held).toBeGreaterThan(9_000)

    const restarted = await start(signal)
    try {
      const state = async () =>
        (await app.admin.query('select status from vas.sales where id = $1', [rows[0].id])).rows[0].status
      await expect.poll(state).toBe(ends)
      const again = await sell(restarted.url, cashier.token, store.id, reference, key)
      expect([200, 201, 409]).toContain(again.status)
      expect(await again.json()).toMatchObject(
        again.status === 409 ? { saleId: rows[0].id } : { id: rows[0].id, status: ends },
      )
    } finally {
      await killProgram(restarted.child)
    }
    expect(completionsOf(rows[0].id)).toBe(completions)
    const books = await app.books(store.merchantId)
    expect(books).toMatchObject({ held: 0, faults: [] })
    expect(books.available === 100_000).toBe(ends === 'FAILED')
    const { rows: sales } = await app.admin.query(
      'select count(*)::int as n from vas.sales where store_id = $1',
      [store.id],
    )
    expect(sales[0].n).toBe(1)
  })

  test.for([
    ...points.map((point) => ({ ...point, reference: '5512345600', ends: 'COMPLETED', completions: 1 })),
    { ...points[5], reference: '5512345602', ends: 'FAILED', completions: 0 },
  ])('$crashAt, to $reference, paid by the merchant’s own account: it ends $ends, once, and is booked as that', async ({
    crashAt,
    phase,
    reference,
    ends,
    completions,
  }, { signal }) => {
    const { store, cashier } = await app.shop(0)
    const dying = await start(signal, crashAt)
    const gone = once(dying.child, 'exit')
    const connected = await fetch(`${dying.url}/pos/connections`, {
      method: 'POST',
      headers: { authorization: `Bearer ${store.manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        storeId: store.id,
        provider: 'dtone',
        name: 'Propia',
        apiKey: 'sandbox-merchant',
        apiSecret: 'sandbox-merchant',
      }),
    })
    const { id: connectionId } = (await connected.json()) as { id: string }
    const funding = { source: 'PLATFORM_BALANCE', connectionId }
    const key = `crash-funded-${crashAt}-${reference}`
    await expect(sell(dying.url, cashier.token, store.id, reference, key, { funding })).rejects.toThrow()
    await gone
    const { rows } = await app.admin.query(
      'select id, phase, status, connection_id as "connectionId" from vas.sales where store_id = $1',
      [store.id],
    )
    expect(rows).toMatchObject([{ phase, status: 'PENDING', connectionId }])

    const restarted = await start(signal)
    try {
      const state = async () =>
        (await app.admin.query('select status from vas.sales where id = $1', [rows[0].id])).rows[0].status
      await expect.poll(state).toBe(ends)
      const again = await sell(restarted.url, cashier.token, store.id, reference, key, { funding })
      expect([200, 201, 409]).toContain(again.status)
    } finally {
      await killProgram(restarted.child)
    }
    expect(completionsOf(rows[0].id, 'sandbox-merchant')).toBe(completions)
    expect(completionsOf(rows[0].id)).toBe(0)
    expect(await app.books(store.merchantId)).toEqual({ available: 0, held: 0, faults: [] })
    const { rows: posted } = await app.admin.query(
      `select p.kind, e.account, e.amount_centavos = -s.wholesale_centavos as "isThePrice"
         from money.postings p join money.entries e on e.merchant_id = p.merchant_id and e.posting_id = p.id
         join vas.sales s on s.id = p.reference
        where s.id = $1 and e.account = 'connection_balance'`,
      [rows[0].id],
    )
    expect(posted).toEqual(
      ends === 'FAILED'
        ? []
        : [{ kind: 'connection_capture', account: 'connection_balance', isThePrice: true }],
    )
  })

  test('while the provider is still working on it (SUBMITTED): the restarted server finds the end', async ({
    signal,
  }) => {
    const { store, cashier } = await app.shop(100_000)
    const first = await start(signal)
    const answer = await sell(first.url, cashier.token, store.id, '5512345300', 'crash-submitted')
    expect(answer.status).toBe(202)
    await killProgram(first.child)
    const second = await start(signal)
    try {
      const state = async () =>
        (await app.admin.query('select status from vas.sales where store_id = $1', [store.id])).rows[0].status
      await expect.poll(state).toBe('COMPLETED')
    } finally {
      await killProgram(second.child)
    }
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  })

  test('while a person should look at it (REVIEW): it stays PENDING, and the truth is found when somebody asks', async ({
    signal,
  }) => {
    const { store, cashier } = await app.shop(100_000)
    const first = await start(signal, 'in-review')
    const answer = await sell(first.url, cashier.token, store.id, '5512345600', 'crash-review')
    const { id, status } = (await answer.json()) as { id: string; status: string }
    expect({ http: answer.status, status }).toEqual({ http: 202, status: 'PENDING' })
    await killProgram(first.child)
    const { rows } = await app.admin.query('select phase, incident from vas.sales where id = $1', [id])
    expect(rows).toEqual([{ phase: 'REVIEW', incident: 'amount_mismatch' }])
    const second = await start(signal)
    try {
      const asked = async () => {
        const headers = { authorization: `Bearer ${cashier.token}` }
        return (
          (await (await fetch(`${second.url}/vas/sale/${id}`, { headers })).json()) as { status: string }
        ).status
      }
      await expect.poll(asked, { interval: 300 }).toBe('COMPLETED')
    } finally {
      await killProgram(second.child)
    }
    expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
  })
})
