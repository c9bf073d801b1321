import { EventEmitter, once } from 'node:events'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { jsonParts } from './compressed.ts'

/** The address of a server that answers with these parts. */
async function answering(parts: () => AsyncIterable<string>): Promise<string> {
  const server = Fastify({ forceCloseConnections: true })
  server.get('/', (request, reply) => {
    const { status, headers = {}, body } = jsonParts(parts(), request.headers['accept-encoding'] as string)
    return reply.status(status).headers(headers).send(body)
  })
  onTestFinished(() => server.close())
  return server.listen({ port: 0, host: '127.0.0.1' })
}

const read = async (url: string, encoding: string) => {
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
  return { text: await response.text(), encoding: response.headers.get('content-encoding') }
}

test('the parts of an answer are one text, compressed or not', async () => {
  const url = await answering(async function* () {
    yield '["á",'
    yield '"é"]'
  })
  expect(await read(url, 'gzip')).toEqual({ text: '["á","é"]', encoding: 'gzip' })
  expect(await read(url, 'identity')).toEqual({ text: '["á","é"]', encoding: null })
})

test.each(['gzip', 'identity'])('an answer of which a part fails never looks whole: %s', async (encoding) => {
  const url = await answering(async function* () {
    yield '['
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('no connection')
  })
  await expect(read(url, encoding)).rejects.toThrow()
})

test.each(['gzip', 'identity'])('nothing more is read for a client that has gone: %s', async (encoding) => {
  const reading = new EventEmitter()
  const url = await answering(async function* () {
    try {
      for (;;) yield Math.random().toString(36).repeat(10_000)
    } finally {
      reading.emit('end')
    }
  })
  const ended = once(reading, 'end')
  const leaving = new AbortController()
  const response = await fetch(url, { headers: { 'accept-encoding': encoding }, signal: leaving.signal })
  expect(response.status).toBe(200)
  leaving.abort()
  await ended
})
