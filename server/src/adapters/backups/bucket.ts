import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { StoreFault } from '../../backup/store.ts'
import { codeIn } from './s3-answers.ts'
import type { Silence } from './silence.ts'

export interface BucketOptions {
  /** `s3://bucket/prefix`. */
  readonly place: string
  /** Such as `https://s3.us-east-1.amazonaws.com`; buckets are its first folders. */
  readonly endpoint: string
  readonly region: string
  readonly accessKey: string
  readonly secretKey: string
  /** Before each further attempt. */
  readonly pausesMs?: readonly number[]
}

interface Request {
  readonly method?: string
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** For an answer that is read piece by piece, which only this ends. Other answers are read at once. */
  readonly silence?: Silence
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Empty when the body is read piece by piece. */
  readonly text: string
  readonly body: Response['body']
}

export type Bucket = ReturnType<typeof bucketOf>

const answerWithinMs = 120_000
/** A busy store and a broken line last seconds, or long. */
const usualPausesMs = [50, 200, 800, 2_000]

/** Signed requests about one bucket, which are repeated when the line breaks or the store is busy. */
export function bucketOf(options: BucketOptions) {
  const { place, accessKey, secretKey, region, pausesMs = usualPausesMs } = options
  const { bucketUrl, prefix } = addressOf(options)
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    region,
    service: 's3',
    retries: 0,
  })
  const urlOf = (name: string, query = '') => `${bucketUrl}/${encodeURI(prefix + name)}${query}`

  const sendOnce = async (
    url: string,
    { method = 'GET', body, headers, silence }: Request,
  ): Promise<Answer> => {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    silence?.begin()
    try {
      const answer = await client.fetch(url, {
        method,
        ...(body !== undefined && { body: new Uint8Array(body) }),
        headers: { ...headers, 'x-amz-content-sha256': hash },
        signal: silence?.signal ?? AbortSignal.timeout(answerWithinMs),
      })
      const isStreamed = silence !== undefined && answer.ok
      return {
        status: answer.status,
        headers: answer.headers,
        text: isStreamed ? '' : await answer.text(),
        body: answer.body,
      }
    } finally {
      silence?.end()
    }
  }

  /** @throws StoreFault, also for every answer that is an error, but for `allowed` */
  const send = async (
    what: string,
    url: string,
    request: Request = {},
    allowed: readonly number[] = [],
    pauses: readonly number[] = pausesMs,
  ): Promise<Answer> => {
    const orAgain = async (fault: StoreFault) => {
      const [pauseMs, ...later] = pauses
      if (pauseMs === undefined) throw fault
      await pause(pauseMs)
      return send(what, url, request, allowed, later)
    }
    let answer: Answer
    try {
      answer = await sendOnce(url, request)
    } catch (error) {
      return orAgain(
        new StoreFault(`${what}: ${place} does not answer (${causeOf(error)})`, { cause: error }),
      )
    }
    const { status, text } = answer
    if (status < 300 || allowed.includes(status)) return answer
    const fault = new StoreFault(`${what}: ${place} answers ${status} ${codeIn(text)}`)
    if (status < 500 && status !== 429) throw fault
    return orAgain(fault)
  }

  return { place, pausesMs, send, urlOf, bucketUrl, prefix }
}

function addressOf({ place, endpoint }: BucketOptions): { bucketUrl: string; prefix: string } {
  const [bucket = '', ...folders] = place.slice('s3://'.length).split('/').filter(Boolean)
  return {
    bucketUrl: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    prefix: folders.map((folder) => `${folder}/`).join(''),
  }
}

export function causeOf(error: unknown): string {
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string }
  return cause?.code ?? cause?.message ?? message
}
