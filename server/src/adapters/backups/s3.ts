import { type BackupStore, type Content, type StoredObject, StoreFault } from '../../backup/store.ts'
import { type Bucket, type BucketOptions, bucketOf } from './bucket.ts'
import { readObject } from './reading.ts'
import { codeIn, objectsIn, textsIn } from './s3-answers.ts'

export interface S3Options extends BucketOptions {
  /** The size of a part of a large object; S3 takes at most 10,000 of them, of at least 5 MB. */
  readonly partBytes?: number
}

/** With it an object may have 320 GB. */
const usualPartBytes = 32 * 1024 * 1024

/** Backups in a bucket of Amazon S3, or of another store that speaks its protocol. */
export function s3Store(options: S3Options): BackupStore {
  const { place, partBytes = usualPartBytes } = options
  const bucket = bucketOf(options)
  const { send, urlOf, bucketUrl, prefix } = bucket

  return {
    place,
    async put(name, content) {
      const parts = partsOf(content, partBytes)[Symbol.asyncIterator]()
      const first = (await parts.next()).value as Buffer
      if (first.length < partBytes)
        await send(`${name} cannot be written`, urlOf(name), { method: 'PUT', body: first })
      else await putLarge(bucket, name, first, parts)
    },
    get: (name) => readObject(bucket, name),
    async size(name) {
      const answer = await send(`${name} cannot be read`, urlOf(name), { method: 'HEAD' }, [404])
      return answer.status === 404 ? undefined : Number(answer.headers.get('content-length'))
    },
    async list(start) {
      const found: StoredObject[] = []
      let from: string | undefined
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          prefix: prefix + start,
          ...(from !== undefined && { 'continuation-token': from }),
        })
        const { text } = await send('The list cannot be read', `${bucketUrl}/?${query}`)
        found.push(...objectsIn(text).map((each) => ({ ...each, name: each.name.slice(prefix.length) })))
        from = textsIn(text, 'NextContinuationToken')[0]
      } while (from !== undefined)
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async remove(names) {
      for (const name of names)
        await send('Old backups cannot be deleted', urlOf(name), { method: 'DELETE' }, [404])
    },
    // Parts of an upload that was cut off are no objects: a rule of the bucket deletes them (docs/backup.md).
    async removeDrafts() {},
    close() {},
  }
}

/** In parts: S3 takes at most 5 GB at once, and wants to know the size before. */
async function putLarge(
  { place, send, urlOf }: Bucket,
  name: string,
  first: Buffer,
  rest: AsyncIterator<Buffer>,
): Promise<void> {
  const what = `${name} cannot be written`
  const begun = await send(what, urlOf(name, '?uploads='), { method: 'POST' })
  const id = encodeURIComponent(textsIn(begun.text, 'UploadId')[0] ?? '')
  try {
    const tags: string[] = []
    for (let part: Buffer | undefined = first; part !== undefined; part = (await rest.next()).value) {
      const url = urlOf(name, `?partNumber=${tags.length + 1}&uploadId=${id}`)
      const answer = await send(what, url, { method: 'PUT', body: part })
      tags.push(answer.headers.get('etag') ?? '')
    }
    const parts = tags.map((tag, no) => `<Part><PartNumber>${no + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const { text } = await send(what, urlOf(name, `?uploadId=${id}`), { method: 'POST', body })
    // S3 may answer 200 and then say that it failed.
    if (text.includes('<Error>')) throw new StoreFault(`${what}: ${place} answers ${codeIn(text)}`)
  } catch (error) {
    await send(what, urlOf(name, `?uploadId=${id}`), { method: 'DELETE' }).catch(() => {})
    throw error
  }
}

/** Pieces of one size, of which only the last is shorter; at least one. */
async function* partsOf(content: Content, size: number): Content {
  let held: Buffer[] = []
  let heldBytes = 0
  let count = 0
  for await (const chunk of content) {
    held.push(chunk)
    heldBytes += chunk.length
    while (heldBytes >= size) {
      const all = Buffer.concat(held)
      yield all.subarray(0, size)
      count++
      held = [all.subarray(size)]
      heldBytes = all.length - size
    }
  }
  if (heldBytes > 0 || count === 0) yield Buffer.concat(held)
}
