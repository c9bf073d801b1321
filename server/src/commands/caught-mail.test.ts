import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../test/cluster.ts'
import { startMailServer } from '../../test/mail-server.ts'
import { worldOf } from '../../test/world.ts'
import { composeDemo, demoConfig } from '../commands/demo.ts'

let db: TestDatabase
let dir: string
beforeAll(async () => {
  db = await cloneDatabase()
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-mail-'))
})
afterAll(async () => {
  await db.close()
  await rm(dir, { recursive: true, force: true })
})

const demo = (environment: Record<string, string> = {}) =>
  composeDemo(demoConfig({ PORT: '0', LOG_LEVEL: 'silent', MOSTRADOR_DATA_DIR: dir, ...environment }), db)

test('the demo shows the mails that it would send, and their links', async () => {
  await worldOf(db.admin).person({ email: 'ana@example.test', name: 'Ana <i>', password: 'x' })
  const product = await demo()
  try {
    const url = await product.start()
    const page = async () => (await fetch(`${url}/demo/mail`)).text()
    expect(await page()).toContain('Todavía no hay correos')
    await fetch(`${url}/auth/password-resets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.test' }),
    })
    await expect.poll(page).toContain(`<a href="${url}/recuperar#token=`)
    expect(await page()).toContain('Ana &lt;i&gt;')
    expect(await page()).not.toContain('<i>')
  } finally {
    await product.stop()
  }
})

test('a demo with a mail server has no such page', async () => {
  const mail = await startMailServer()
  const product = await demo({ SMTP_URL: mail.url, MAIL_FROM: 'demo@example.test' })
  try {
    const url = await product.start()
    expect((await fetch(`${url}/demo/mail`)).status).toBe(404)
  } finally {
    await product.stop()
    await mail.close()
  }
})
