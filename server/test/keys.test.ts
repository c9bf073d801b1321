import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '../src/adapters/keys/keyring.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { runCommand } from './command.ts'
import { worldOf } from './world.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await cloneDatabase()
})
afterAll(() => db.close())

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

const keys = (args: readonly string[], environment: Record<string, string>) =>
  runCommand(['keys', ...args], { DATABASE_ADMIN_URL: db.adminUrl, ...environment })

test('mostrador keys rotate seals with the new key, and says whether the old one is still needed', async () => {
  const { id } = await worldOf(db.admin).person()
  await db.admin.query('update identity.credentials set totp_secret = $2 where account_id = $1', [
    id,
    createKeyring([oldKey]).seal(Buffer.from('secret'), `totp:${id}`),
  ])
  const MOSTRADOR_KEY = newKey.toString('base64')
  expect((await keys([], { MOSTRADOR_KEY })).code).toBe(1)
  const without = await keys(['rotate'], { MOSTRADOR_KEY })
  expect(without).toMatchObject({ code: 1, out: expect.stringContaining('1 cannot be opened') })
  const both = { MOSTRADOR_KEY, MOSTRADOR_OLD_KEYS: oldKey.toString('base64') }
  expect(await keys(['rotate'], { ...both, MOSTRADOR_OLD_KEYS: 'short' })).toMatchObject({ code: 1 })
  const rotated = await keys(['rotate'], both)
  expect(rotated).toMatchObject({
    code: 0,
    out: expect.stringContaining('MOSTRADOR_OLD_KEYS can be emptied'),
  })
  for (const key of [oldKey, newKey]) expect(rotated.out + rotated.err).not.toContain(key.toString('base64'))
  const { rows } = await db.admin.query(
    'select totp_secret from identity.credentials where account_id = $1',
    [id],
  )
  expect(createKeyring([newKey]).open(rows[0].totp_secret, `totp:${id}`).toString()).toBe('secret')
})
