import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypted, encrypted } from './cipher.ts'
import type { Content } from './store.ts'
import { contentOf } from './vault.ts'

const key = randomBytes(32)

async function bytesOf(content: Content): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
const seal = (plain: Buffer, name = 'base/a') => bytesOf(encrypted(contentOf(plain), key, name))
const open = (sealed: Buffer, name = 'base/a', as = key) => bytesOf(decrypted(contentOf(sealed), as, name))

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('%i bytes come back as they were', async (size) => {
  const plain = randomBytes(size)
  expect((await open(await seal(plain))).equals(plain)).toBe(true)
})

test('content that arrives in small pieces is the same', async () => {
  const plain = randomBytes(150_000)
  const sealed = await seal(plain)
  async function* pieces(): Content {
    for (let at = 0; at < sealed.length; at += 1_000) yield sealed.subarray(at, at + 1_000)
  }
  expect((await bytesOf(decrypted(pieces(), key, 'base/a'))).equals(plain)).toBe(true)
})

test('another key is refused as such, and not as damage', async () => {
  await expect(open(await seal(Buffer.from('x')), 'base/a', randomBytes(32))).rejects.toThrow(
    /encrypted with another key: BACKUP_KEY has the id [0-9a-f]{8}/,
  )
})

test('under another name it does not open', async () => {
  await expect(open(await seal(Buffer.from('x')), 'base/b')).rejects.toThrow('damaged')
})

test('a changed byte, a missing end, a missing middle and two exchanged chunks are noticed', async () => {
  const sealed = await seal(randomBytes(200_000))
  const [head, chunk] = [44, 65_536 + 16]
  const parts = [0, 1, 2].map((no) => sealed.subarray(head + no * chunk, head + (no + 1) * chunk))
  const [first, second, third] = parts as [Buffer, Buffer, Buffer]
  const start = sealed.subarray(0, head)
  const rest = sealed.subarray(head + 3 * chunk)
  for (const at of [13, head, head + chunk + 5, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] as number) ^ 1
    await expect(open(changed), `byte ${at}`).rejects.toThrow('damaged')
  }
  for (const cut of [sealed.length - 1, head + 2 * chunk, head, 10])
    await expect(open(sealed.subarray(0, cut)), `cut at ${cut}`).rejects.toThrow('damaged')
  await expect(open(Buffer.concat([start, first, third, rest]))).rejects.toThrow('damaged')
  await expect(open(Buffer.concat([start, second, first, third, rest]))).rejects.toThrow('damaged')
})

test('the plain text is not in it', async () => {
  const plain = Buffer.from('a secret of somebody')
  expect((await seal(plain)).includes(plain)).toBe(false)
})
