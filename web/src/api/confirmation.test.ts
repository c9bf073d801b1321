import { answer, createClient, NoAnswer } from '@mostrador/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmBy, confirming } from './confirmation.ts'

/** What the server answers to each request in turn. */
let answers: (() => Response)[]
let sent: { key: string | null; body: string }[]
let isAllowed: boolean
let stopAsking: () => void

beforeEach(() => {
  answers = []
  sent = []
  isAllowed = true
  stopAsking = confirmBy(() => Promise.resolve(isAllowed))
})
afterEach(() => stopAsking())

const toConfirm = () => Response.json({ code: 'confirmation_required' }, { status: 403 })
const done = () => Response.json({ id: 'p1' }, { status: 201 })
const lost = (): never => {
  throw new TypeError('Failed to fetch')
}
/** A success whose body breaks off. */
const brokenOff = () => {
  const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })
  return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } })
}

function shop() {
  const api = createClient({
    baseUrl: 'http://localhost',
    retries: 0,
    fetch: async (request) => {
      sent.push({ key: request.headers.get('idempotency-key'), body: await request.text() })
      return (answers.shift() ?? lost)()
    },
  })
  api.use(confirming())
  const body = { storeId: 's', bankAccountId: 'b', amountCentavos: 100 }
  return { payOut: () => answer(api.POST('/pos/settlements/requests', { body })) }
}

test('a dangerous act is sent once more, with its key and body, after the person has confirmed', async () => {
  answers = [toConfirm, done]
  expect(await shop().payOut()).toEqual({ id: 'p1' })
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('the refusal is returned when the person cancels, or nobody can be asked', async () => {
  answers = [toConfirm, toConfirm]
  isAllowed = false
  await expect(shop().payOut()).rejects.toMatchObject({ code: 'confirmation_required' })
  stopAsking()
  await expect(shop().payOut()).rejects.toMatchObject({ code: 'confirmation_required' })
  expect(sent).toHaveLength(2)
})

test.each([
  ['does not come', lost],
  ['breaks off', brokenOff],
])('a confirmed act whose answer %s is NoAnswer, and the same act keeps its key', async (_what, last) => {
  const { payOut } = shop()
  answers = [toConfirm, last, done]
  await expect(payOut()).rejects.toBeInstanceOf(NoAnswer)
  expect(await payOut()).toEqual({ id: 'p1' })
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
})
