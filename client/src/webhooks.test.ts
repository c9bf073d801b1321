import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const secret = `whsec_${btoa('a secret of thirty-two bytes, ok')}`
/** As the server sends it: docs/events.md. */
const message = {
  type: 'sale.completed',
  timestamp: '2026-01-01T00:00:00.000Z',
  merchantId: 'm',
  storeId: 's',
  data: { orderId: 'o', cartId: 'c', shiftId: null, terminalId: null },
}
const body = JSON.stringify(message)
const event = {
  id: 'e1',
  type: 'sale.completed',
  at: message.timestamp,
  merchantId: 'm',
  storeId: 's',
  payload: message.data,
}

function signed(at = new Date(), by = secret, sent = body): Record<string, string> {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('e1', at, sent),
  }
}

test('a freshly signed message is accepted, with headers and body in any form', () => {
  expect(verifyWebhook(secret, signed(), body)).toEqual(event)
  expect(verifyWebhook(secret, new Headers(signed()), new TextEncoder().encode(body))).toEqual(event)
})

test('while a secret is rotated, one valid signature is enough', () => {
  const other = `whsec_${btoa('another secret of thirty-two byt')}`
  const both = [signed(new Date(), other), signed()].map((each) => each['webhook-signature']).join(' ')
  expect(verifyWebhook(secret, { ...signed(), 'webhook-signature': both }, body)).toEqual(event)
})

test.each<[string, Record<string, string>, string]>([
  ['another body', signed(), body.replace('completed', 'refunded')],
  ['another secret', signed(new Date(), `whsec_${btoa('another secret of thirty-two byt')}`), body],
  ['an old message', signed(new Date(Date.now() - 6 * 60_000)), body],
  ['no signature', { 'webhook-id': 'e1' }, body],
])('%s is not believed', (_what, headers, sent) => {
  expect(() => verifyWebhook(secret, headers, sent)).toThrow(WebhookVerificationError)
})

test('an event of the whole merchant has no store', () => {
  const sent = JSON.stringify({ ...message, storeId: null })
  expect(verifyWebhook(secret, signed(new Date(), secret, sent), sent)).toEqual({ ...event, storeId: null })
})

test.each([
  '',
  '<html>',
  'null',
  '[]',
  '"sale.completed"',
  ...['type', 'timestamp', 'merchantId', 'storeId', 'data'].map((name) =>
    JSON.stringify({ ...message, [name]: undefined }),
  ),
  JSON.stringify({ ...message, timestamp: 1 }),
  JSON.stringify({ ...message, data: null }),
])('a signed body without an event is not believed: %s', (sent) => {
  expect(() => verifyWebhook(secret, signed(new Date(), secret, sent), sent)).toThrow(
    WebhookVerificationError,
  )
})
