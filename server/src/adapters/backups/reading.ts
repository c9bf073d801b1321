import { setTimeout as pause } from 'node:timers/promises'
import { type Content, StoreFault } from '../../backup/store.ts'
import { type Bucket, causeOf } from './bucket.ts'
import { type Silence, silenceOf } from './silence.ts'

const silenceMs = 120_000

/** Reads an object, and goes on where it was when the line breaks. @throws StoreFault */
export async function* readObject({ place, pausesMs, send, urlOf }: Bucket, name: string): Content {
  const what = `${name} cannot be read`
  let [bytes, tag, breaks, isWhole] = [0, '', 0, false]
  while (!isWhole) {
    const silence = silenceOf(silenceMs)
    const headers: Record<string, string> = bytes > 0 ? { range: `bytes=${bytes}-`, 'if-match': tag } : {}
    const answer = await send(what, urlOf(name), { headers, silence })
    if (bytes > 0 && answer.status !== 206)
      throw new StoreFault(`${what}: ${place} broke off, and does not send the rest alone`)
    tag = answer.headers.get('etag') ?? ''
    try {
      for await (const chunk of chunksOf(answer.body, silence)) {
        bytes += chunk.length
        breaks = 0
        yield chunk
      }
      isWhole = true
    } catch (error) {
      // Without its tag, nobody could tell the rest of this object from the rest of a newer one.
      const pauseMs = tag === '' ? undefined : pausesMs[breaks++]
      if (pauseMs === undefined)
        throw new StoreFault(`${what}: ${place} broke off (${causeOf(error)})`, { cause: error })
      await pause(pauseMs)
    }
  }
}

async function* chunksOf(body: Response['body'], silence: Silence): Content {
  try {
    silence.begin()
    for await (const chunk of body ?? []) {
      silence.end()
      yield Buffer.from(chunk as Uint8Array)
      silence.begin()
    }
  } finally {
    silence.end()
  }
}
