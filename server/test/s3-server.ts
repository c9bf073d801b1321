import { createHash, createHmac } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

/** A bucket over HTTP that takes signed requests only, as AWS Signature Version 4 describes them. */
export interface S3Server {
  readonly endpoint: string
  /** What a server needs in its environment to write there. */
  readonly environment: Readonly<Record<string, string>>
  /** Answers 503 to everything, as a store does that is overloaded. */
  isDown: boolean
  /** Ends the connection after so many bytes of an object, in each of the next answers that have an entry. */
  readonly breaksAfterBytes: number[]
  readonly openUploads: ReadonlyMap<string, unknown>
  close(): Promise<void>
}

const region = 'mx-test-1'
const bucketName = 'respaldos'
export const s3Keys = { region, accessKey: 'AKIATEST', secretKey: 'a/secret+of=the-test' } as const

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)

/** Why the request is refused; undefined: its signature is right. */
function faultOf(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (found === null) return 'AccessDenied'
  const [, id, day = '', inRegion, signedNames = '', signature] = found
  if (id !== s3Keys.accessKey) return 'InvalidAccessKeyId'
  if (inRegion !== region) return 'AuthorizationHeaderMalformed'
  const hash = String(request.headers['x-amz-content-sha256'])
  if (hash !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const at = String(request.headers['x-amz-date'])
  const query = [...url.searchParams]
    .map(([name, value]) => `${strict(name)}=${strict(value)}`)
    .sort()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => strict(decodeURIComponent(part)))
    .join('/')
  const headers = signedNames.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => headers.includes(name)))
    return 'AccessDenied'
  const canonical = [
    request.method,
    path,
    query,
    ...headers.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedNames,
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${s3Keys.secretKey}`, day), region))
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

interface Stored {
  readonly size: number
  readonly at: Date
  bytes(): Buffer
}

/** What a bucket holds, by name. */
interface Objects {
  get(name: string): Stored | undefined
  set(name: string, bytes: Buffer): void
  delete(name: string): void
  names(): string[]
}

function objectsInMemory(): Objects {
  const kept = new Map<string, Stored>()
  return {
    get: (name) => kept.get(name),
    set: (name, bytes) => void kept.set(name, { size: bytes.length, at: new Date(), bytes: () => bytes }),
    delete: (name) => void kept.delete(name),
    names: () => [...kept.keys()],
  }
}

/** Files below a folder, so that what a shop's server wrote can be looked at, and damaged, from outside. */
function objectsIn(dir: string): Objects {
  const fileOf = (name: string) => path.join(dir, ...name.split('/'))
  return {
    get(name) {
      const found = statSync(fileOf(name), { throwIfNoEntry: false })
      if (found === undefined || !found.isFile()) return undefined
      return { size: found.size, at: found.mtime, bytes: () => readFileSync(fileOf(name)) }
    },
    set(name, bytes) {
      mkdirSync(path.dirname(fileOf(name)), { recursive: true })
      writeFileSync(fileOf(name), bytes)
    },
    delete: (name) => rmSync(fileOf(name), { force: true }),
    names: () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name))),
  }
}

/**
 * @param pageSize how many names a list has at most
 * @param dir the folder for its objects; without it they are in memory
 */
export async function startS3(pageSize = 3, dir?: string): Promise<S3Server> {
  const objects = dir === undefined ? objectsInMemory() : objectsIn(dir)
  const uploads = new Map<string, Map<number, Buffer>>()
  const breaksAfterBytes: number[] = []
  let isDown = false

  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer): void => {
    const url = new URL(request.url ?? '/', 'http://s3')
    const say = (status: number, text: string | Buffer = '', headers = {}) =>
      response.writeHead(status, headers).end(text)
    if (isDown) return void say(503, '<Error><Code>SlowDown</Code></Error>')
    const fault = faultOf(request, url, body)
    if (fault !== undefined) return void say(403, `<Error><Code>${fault}</Code></Error>`)
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== bucketName) return void say(404, '<Error><Code>NoSuchBucket</Code></Error>')
    const name = rest.join('/')
    const upload = url.searchParams.get('uploadId')
    const parts = upload === null ? undefined : uploads.get(upload)
    const { method } = request
    if (name === '') return void say(200, listOf(url))
    if (method === 'POST' && url.searchParams.has('uploads')) {
      const id = `upload/${uploads.size}+${Date.now()}`
      uploads.set(id, new Map())
      return void say(
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (upload !== null && parts === undefined)
      return void say(404, '<Error><Code>NoSuchUpload</Code></Error>')
    if (method === 'PUT' && parts !== undefined) {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      return void say(200, '', { etag: `"${sha256(body)}"` })
    }
    if (method === 'POST' && parts !== undefined) {
      const tags = [...body.toString().matchAll(/<ETag>([^<]+)<\/ETag>/g)].map(([, tag]) => tag)
      const ordered = [...parts].sort(([a], [b]) => a - b).map(([, each]) => each)
      if (tags.join() !== ordered.map((each) => `"${sha256(each)}"`).join())
        return void say(200, '<Error><Code>InvalidPart</Code></Error>')
      objects.set(name, Buffer.concat(ordered))
      uploads.delete(upload as string)
      return void say(200, '<CompleteMultipartUploadResult/>')
    }
    if (method === 'DELETE') {
      if (upload !== null) uploads.delete(upload)
      else objects.delete(name)
      return void say(204)
    }
    if (method === 'PUT') {
      objects.set(name, body)
      return void say(200)
    }
    const found = objects.get(name)
    if (found === undefined)
      return void say(404, method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
    if (method === 'HEAD') return void say(200, '', { 'content-length': found.size })
    give(request, response, found.bytes())
  }

  const give = ({ headers }: IncomingMessage, response: ServerResponse, whole: Buffer): void => {
    const etag = `"${sha256(whole)}"`
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
      return void response.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>')
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const bytes = whole.subarray(from)
    const breaksAfter = breaksAfterBytes.shift()
    response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': bytes.length })
    if (breaksAfter === undefined) response.end(bytes)
    else response.write(bytes.subarray(0, breaksAfter), () => response.destroy())
  }

  const listOf = (url: URL): string => {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const names = objects
      .names()
      .filter((name) => name.startsWith(prefix) && name > after)
      .sort()
    const page = names.slice(0, pageSize)
    const contents = page.map((name) => {
      const { size, at } = objects.get(name) as Stored
      return `<Contents><Key>${name}</Key><LastModified>${at.toISOString()}</LastModified><Size>${size}</Size></Contents>`
    })
    const next =
      names.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    endpoint,
    environment: {
      BACKUP_TARGET: `s3://${bucketName}`,
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_REGION: region,
      BACKUP_S3_ACCESS_KEY: s3Keys.accessKey,
      BACKUP_S3_SECRET_KEY: s3Keys.secretKey,
    },
    openUploads: uploads,
    breaksAfterBytes,
    get isDown() {
      return isDown
    },
    set isDown(next) {
      isDown = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
