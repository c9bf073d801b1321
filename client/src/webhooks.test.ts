import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook, WebhookVerificationError } from './webhooks.ts'

const secret = `whsec_${btoa('a secret of thirty-two bytes, ok')}`
const event = {
  id: 'e1',
  type: 'sale.completed',
  at: '2026-01-01T00:00:00Z',
  merchantId: 'm',
  storeId: 's',
  payload: {},
}
const body = JSON.stringify(event)

function signed(at = new Date(), by = secret): Record<string, string> {
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('e1', at, body),
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
