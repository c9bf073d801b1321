import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, createGzip, gzip } from 'node:zlib'
import type { Reply } from './route.ts'

const zipped = promisify(gzip)

/** Below this the saving is not worth the work. */
const leastBytes = 2_000

export const isZippable = (body: Buffer): boolean => body.length >= leastBytes

/**
 * A reply whose body is existing JSON text, compressed if the caller accepts that. It contains nothing that a
 * caller could choose in order to guess the rest.
 */
export async function jsonText(text: string, acceptEncoding: string | undefined): Promise<Reply> {
  const plain = Buffer.from(text)
  const isPacked = isZippable(plain) && takesGzip(acceptEncoding ?? '')
  return reply(isPacked ? await zipped(plain, { level: constants.Z_BEST_SPEED }) : plain, isPacked)
}

/** The same for a text that is made while it is sent. If a part fails, the connection is closed before its end. */
export function jsonParts(parts: AsyncIterable<string>, acceptEncoding: string | undefined): Reply {
  const plain = Readable.from(parts, { objectMode: false })
  const isPacked = takesGzip(acceptEncoding ?? '')
  if (!isPacked) return reply(plain, isPacked)
  // The reader of the packed stream learns of its errors, and both end together.
  return reply(
    pipeline(plain, createGzip({ level: constants.Z_BEST_SPEED }), () => {}),
    isPacked,
  )
}

const reply = (body: Buffer | Readable, isPacked: boolean): Reply => ({
  status: 200,
  body,
  headers: {
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'gzip' }),
  },
})

export function takesGzip(accepted: string): boolean {
  return accepted.split(',').some((each) => /^\s*(?:gzip|\*)\s*(?:;\s*q=(?!0(?:\.0+)?\s*$).*)?$/i.test(each))
}
