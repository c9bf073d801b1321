import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type S3Server, s3Keys, startS3 } from '../../../test/s3-server.ts'
import { type BackupStore, type Content, StoreFault } from '../../backup/store.ts'
import { contentOf, createVault } from '../../backup/vault.ts'
import { folderStore } from './folder.ts'
import { s3Store } from './s3.ts'

let dir: string
let s3: S3Server
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'mostrador-store-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await rm(dir, { recursive: true, force: true })
})

const partBytes = 1_000
const bucket = (changes: Partial<Parameters<typeof s3Store>[0]> = {}): BackupStore =>
  s3Store({
    place: 's3://respaldos/tienda uno',
    endpoint: s3.endpoint,
    ...s3Keys,
    partBytes,
    pausesMs: [1, 1, 1, 1],
    ...changes,
  })

async function bytesOf(content: Content): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}
async function* failing(): Content {
  yield randomBytes(2_500)
  throw new Error('the disk broke')
}

const stores: Record<string, () => BackupStore> = {
  'a folder': () => folderStore(dir),
  'a bucket': () => bucket(),
}
describe.each(Object.keys(stores))('%s', (kind) => {
  let store: BackupStore
  beforeAll(() => {
    store = (stores[kind] as () => BackupStore)()
  })

  test.each([
    0, 1, 999, 1_000, 1_001, 4_321,
  ])('gives back %i bytes as they were, and knows their size', async (size) => {
    const bytes = randomBytes(size)
    await store.put(`a/${size}`, contentOf(bytes))
    expect((await bytesOf(store.get(`a/${size}`))).equals(bytes)).toBe(true)
    expect(await store.size(`a/${size}`)).toBe(size)
  })

  test('lists by the start of the name, in order, over many pages', async () => {
    for (const no of [5, 3, 1, 2, 4, 7, 6]) await store.put(`list/${no}`, contentOf('x'))
    await store.put('other/1', contentOf('x'))
    const found = await store.list('list/')
    expect(found.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6, 7].map((no) => `list/${no}`))
    expect(found[0]?.bytes).toBe(1)
    expect(Math.abs(Date.now() - (found[0]?.storedAt.getTime() ?? 0))).toBeLessThan(60_000)
  })

  test('replaces, deletes, and says what is not there', async () => {
    await store.put('b', contentOf('old'))
    await store.put('b', contentOf('new'))
    expect((await bytesOf(store.get('b'))).toString()).toBe('new')
    await store.remove(['b', 'never there'])
    expect(await store.size('b')).toBeUndefined()
    await expect(bytesOf(store.get('b'))).rejects.toThrow(StoreFault)
  })

  test('content that fails leaves nothing behind', async () => {
    await expect(store.put('c/broken', failing())).rejects.toThrow('the disk broke')
    expect(await store.size('c/broken')).toBeUndefined()
    expect(await store.list('c/')).toEqual([])
    expect(s3.openUploads.size).toBe(0)
    expect((await readdir(dir, { recursive: true })).filter((name) => name.includes('.part-'))).toEqual([])
  })

  test('a vault over it writes and reads encrypted content', async () => {
    const vault = createVault(store, randomBytes(32))
    const plain = randomBytes(5_000)
    await vault.write('d', contentOf(plain))
    expect((await bytesOf(vault.read('d'))).equals(plain)).toBe(true)
  })
})

test('a folder that does not exist is not made: its disk may not be mounted', async () => {
  const store = folderStore(path.join(dir, 'not-mounted'))
  await expect(store.put('a', contentOf('x'))).rejects.toThrow(/cannot be written: ENOENT/)
  expect(await store.list('')).toEqual([])
})

test('a wrong secret, another bucket, a store that is down and one that is away are each told, without the secret', async () => {
  const said = async (store: BackupStore) =>
    store.size('a').then(
      () => '',
      (error: Error) => error.message,
    )
  const got = async (store: BackupStore) =>
    bytesOf(store.get('a')).then(
      () => '',
      (error: Error) => error.message,
    )
  expect(await got(bucket({ secretKey: 'wrong' }))).toContain('answers 403 SignatureDoesNotMatch')
  expect(await got(bucket({ place: 's3://otra' }))).toContain('answers 404 NoSuchBucket')
  s3.isDown = true
  expect(await got(bucket())).toContain('answers 503 SlowDown')
  s3.isDown = false
  const away = await said(bucket({ endpoint: 'http://127.0.0.1:1' }))
  expect(away).toContain('does not answer')
  expect(away).not.toContain(s3Keys.secretKey)
})

describe('a line that breaks', () => {
  test('while an object is read: the rest is read, and only the rest', async () => {
    const bytes = randomBytes(300_000)
    await bucket().put('broken/1', contentOf(bytes))
    s3.breaksAfterBytes.push(100_000, 0, 150_000)
    expect((await bytesOf(bucket().get('broken/1'))).equals(bytes)).toBe(true)
    expect(s3.breaksAfterBytes).toEqual([])
  })

  test('and an object that was replaced meanwhile is not joined from two halves', async () => {
    await bucket().put('broken/2', contentOf(randomBytes(300_000)))
    s3.breaksAfterBytes.push(100_000)
    const reading = bucket().get('broken/2')[Symbol.asyncIterator]()
    await reading.next()
    await bucket().put('broken/2', contentOf(randomBytes(300_000)))
    const rest = async () => {
      for (let done = false; !done; ) done = (await reading.next()).done ?? false
    }
    await expect(rest()).rejects.toThrow('answers 412 PreconditionFailed')
  })

  test('for good is told', async () => {
    await bucket().put('broken/3', contentOf(randomBytes(10)))
    s3.breaksAfterBytes.push(5, 0, 0, 0, 0)
    await expect(bytesOf(bucket().get('broken/3'))).rejects.toThrow(/broken\/3 cannot be read: .* broke off/)
  })
})
