import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import { type BackupStore, type Content, type StoredObject, StoreFault } from '../../backup/store.ts'

export interface S3Options {
  /** `s3://bucket/prefix`. */
  readonly place: string
  /** Such as `https://s3.us-east-1.amazonaws.com`; buckets are its first folders. */
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** The size of a part of a large object; S3 takes at most 10,000 of them, of at least 5 MB. */
  readonly partBytes?: number
}

/** With it an object may have 320 GB. */
const usualPartBytes = 32 * 1024 * 1024
const answerWithinMs = 120_000

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
    async *get(name) {
      const what = `${name} cannot be read`
      const answer = await send(what, urlOf(name))
      try {
        for await (const chunk of answer.body ?? []) yield Buffer.from(chunk as Uint8Array)
      } catch (error) {
        throw new StoreFault(`${what}: ${place} broke off (${causeOf(error)})`, { cause: error })
      }
    },
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
        const text = await (await send('The list cannot be read', `${bucketUrl}/?${query}`)).text()
        found.push(...objectsIn(text).map((each) => ({ ...each, name: each.name.slice(prefix.length) })))
        from = textsIn(text, 'NextContinuationToken')[0]
      } while (from !== undefined)
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async remove(names) {
      for (const name of names)
        await send('Old backups cannot be deleted', urlOf(name), { method: 'DELETE' }, [404])
    },
    close() {},
  }
}

/** Signed requests about one bucket. */
function bucketOf(options: S3Options) {
  const { place, accessKey, secretKey, region } = options
  const { bucketUrl, prefix } = addressOf(options)
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 4,
  })
  const urlOf = (name: string, query = '') => `${bucketUrl}/${encodeURI(prefix + name)}${query}`

  /** @throws StoreFault, also for every answer that is an error, but for `allowed` */
  const send = async (
    what: string,
    url: string,
    { method = 'GET', body }: { readonly method?: string; readonly body?: Buffer } = {},
    allowed: readonly number[] = [],
  ) => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    try {
      const answer = await client.fetch(url, {
        method,
        ...(body !== undefined && { body: new Uint8Array(body) }),
        headers: { 'x-amz-content-sha256': hash },
        signal: AbortSignal.timeout(answerWithinMs),
      })
      if (answer.ok || allowed.includes(answer.status)) return answer
      throw new StoreFault(`${what}: ${place} answers ${answer.status} ${codeIn(await answer.text())}`)
    } catch (error) {
      if (error instanceof StoreFault) throw error
      throw new StoreFault(`${what}: ${place} does not answer (${causeOf(error)})`, { cause: error })
    }
  }
  return { place, send, urlOf, bucketUrl, prefix }
}

/** In parts: S3 takes at most 5 GB at once, and wants to know the size before. */
async function putLarge(
  { place, send, urlOf }: ReturnType<typeof bucketOf>,
  name: string,
  first: Buffer,
  rest: AsyncIterator<Buffer>,
): Promise<void> {
  const what = `${name} cannot be written`
  const begun = await (await send(what, urlOf(name, '?uploads='), { method: 'POST' })).text()
  const id = encodeURIComponent(textsIn(begun, 'UploadId')[0] ?? '')
  try {
    const tags: string[] = []
    for (let part: Buffer | undefined = first; part !== undefined; part = (await rest.next()).value) {
      const url = urlOf(name, `?partNumber=${tags.length + 1}&uploadId=${id}`)
      const answer = await send(what, url, { method: 'PUT', body: part })
      tags.push(answer.headers.get('etag') ?? '')
    }
    const parts = tags.map((tag, no) => `<Part><PartNumber>${no + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const done = await (await send(what, urlOf(name, `?uploadId=${id}`), { method: 'POST', body })).text()
    // S3 may answer 200 and then say that it failed.
    if (done.includes('<Error>')) throw new StoreFault(`${what}: ${place} answers ${codeIn(done)}`)
  } catch (error) {
    await send(what, urlOf(name, `?uploadId=${id}`), { method: 'DELETE' }).catch(() => {})
    throw error
  }
}

function addressOf({ place, endpoint }: S3Options): { bucketUrl: string; prefix: string } {
  const [bucket = '', ...folders] = place.slice('s3://'.length).split('/').filter(Boolean)
  return {
    bucketUrl: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
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

/** The texts of all elements with this name. */
function textsIn(xml: string, element: string): string[] {
  const found: string[] = []
  walk(xml, (path, text) => {
    if (path.at(-1) === element) found.push(text)
  })
  return found
}

function objectsIn(xml: string): StoredObject[] {
  const found: { name: string; bytes: number; storedAt: Date }[] = []
  walk(xml, (path, text) => {
    if (path.at(-2) !== 'Contents') return
    if (path.at(-1) === 'Key') found.push({ name: text, bytes: 0, storedAt: new Date(0) })
    const last = found.at(-1)
    if (last !== undefined && path.at(-1) === 'Size') last.bytes = Number(text)
    if (last !== undefined && path.at(-1) === 'LastModified') last.storedAt = new Date(text)
  })
  return found
}

function walk(xml: string, read: (path: readonly string[], text: string) => void): void {
  const parser = new SaxesParser()
  const path: string[] = []
  let text = ''
  parser.on('opentag', ({ name }) => {
    path.push(name)
    text = ''
  })
  parser.on('text', (part) => {
    text += part
  })
  parser.on('closetag', () => {
    read(path, text)
    path.pop()
    text = ''
  })
  parser.on('error', (error) => {
    throw new StoreFault(`The store's answer is not XML: ${error.message}`)
  })
  parser.write(xml).close()
}

/** S3's own word for what was wrong, such as `SignatureDoesNotMatch`. */
const codeIn = (text: string): string => /<Code>([^<]{1,100})<\/Code>/.exec(text)?.[1] ?? ''

function causeOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}
