import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Leashed } from './leashed.ts'
import { firstLine, killProgram, startProgram } from './programs.ts'
import { startVasApp, type VasApp } from './vas-app.ts'

let app: VasApp
let product: string
let sandboxDir: string

beforeAll(async () => {
  app = await startVasApp()
  product = await app.product('Netflix', 15_000)
  sandboxDir = await mkdtemp(path.join(tmpdir(), 'mostrador-pin-crash-'))
})
afterAll(async () => {
  await app.close()
  await rm(sandboxDir, { recursive: true, force: true })
})

/** The built server, which kills itself at `crashAt`. */
async function start(signal: AbortSignal, crashAt?: string): Promise<{ url: string; child: Leashed }> {
  const child = startProgram([path.join(import.meta.dirname, 'crashing-server.mjs')], {
    signal,
    env: {
      ...process.env,
      API_URL: app.apiUrl,
      WORKER_URL: app.workerUrl,
      SANDBOX_DIR: sandboxDir,
      // A PIN tops up nothing.
      ...(crashAt !== undefined && { CRASHES: JSON.stringify({ '': crashAt }) }),
    },
  })
  return { url: await firstLine(child), child }
}

test.for([
  'before-confirm',
  'after-confirm',
])('a PIN sale that is killed %s: the restarted server has the PIN, and shows it once', async (crashAt, {
  signal,
}) => {
  const { store, cashier } = await app.shop(100_000)
  const headers = {
    authorization: `Bearer ${cashier.token}`,
    'content-type': 'application/json',
    'idempotency-key': `pin-${crashAt}`,
  }
  const body = JSON.stringify({ storeId: store.id, productId: product })
  const dying = await start(signal, crashAt)
  const gone = once(dying.child, 'exit')
  await expect(fetch(`${dying.url}/vas/sale`, { method: 'POST', headers, body })).rejects.toThrow()
  await gone
  const { rows } = await app.admin.query('select id, phase from vas.sales where store_id = $1', [store.id])
  expect(rows).toMatchObject([{ phase: 'CONFIRMING' }])
  const id: string = rows[0].id
  expect((await app.admin.query('select from vas.sale_pins where sale_id = $1', [id])).rowCount).toBe(0)

  const restarted = await start(signal)
  try {
    const state = async () =>
      (await app.admin.query('select status from vas.sales where id = $1', [id])).rows[0].status
    await expect.poll(state).toBe('COMPLETED')
    const looks = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const answer = await fetch(`${restarted.url}/vas/sale/${id}`, { headers })
        return ((await answer.json()) as { pin: { code: string | null; masked: string } }).pin
      }),
    )
    const shown = looks.filter(({ code }) => code !== null)
    expect(shown).toHaveLength(1)
    expect(shown[0]?.code).toMatch(/^\d{16}$/)
    expect(new Set(looks.map(({ masked }) => masked))).toEqual(new Set([`****${shown[0]?.code?.slice(-4)}`]))
  } finally {
    await killProgram(restarted.child)
  }
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
})
