import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
async function start(crashAt?: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'crashing-server.mjs')], {
    env: {
      ...process.env,
      API_URL: app.apiUrl,
      WORKER_URL: app.workerUrl,
      SANDBOX_DIR: sandboxDir,
      ...(crashAt !== undefined && { CRASH_AT: crashAt }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) return { url: line, child }
  throw new Error('the server did not start')
}

test.each([
  'before-confirm',
  'after-confirm',
])('a PIN sale that is killed %s: the restarted server has the PIN, and shows it once', async (crashAt) => {
  const { store, cashier } = await app.shop(100_000)
  const headers = {
    authorization: `Bearer ${cashier.token}`,
    'content-type': 'application/json',
    'idempotency-key': `pin-${crashAt}`,
  }
  const body = JSON.stringify({ storeId: store.id, productId: product })
  const dying = await start(crashAt)
  const gone = once(dying.child, 'exit')
  await expect(fetch(`${dying.url}/vas/sale`, { method: 'POST', headers, body })).rejects.toThrow()
  await gone
  const { rows } = await app.admin.query('select id, phase from vas.sales where store_id = $1', [store.id])
  expect(rows).toMatchObject([{ phase: 'CONFIRMING' }])
  const id: string = rows[0].id
  expect((await app.admin.query('select from vas.sale_pins where sale_id = $1', [id])).rowCount).toBe(0)

  const restarted = await start()
  try {
    const state = async () =>
      (await app.admin.query('select status from vas.sales where id = $1', [id])).rows[0].status
    await expect.poll(state, { timeout: 15_000 }).toBe('COMPLETED')
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
    const ended = once(restarted.child, 'exit')
    restarted.child.kill('SIGKILL')
    await ended
  }
  expect(await app.books(store.merchantId)).toMatchObject({ held: 0, faults: [] })
}, 60_000)
