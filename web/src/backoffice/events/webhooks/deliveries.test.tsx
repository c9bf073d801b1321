import { MantineProvider } from '@mantine/core'
import { ProblemError, type Webhook, type WebhookDelivery } from '@mostrador/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DeliveryAnswer } from './delivery-answer.tsx'
import { WebhookRefusal } from './webhook-refusal.tsx'

await import('../../../problems/refusal-texts.ts')

const attempt = { at: '2026-11-28T12:00:00Z', status: null, error: null, durationMs: 20 }
const delivery: WebhookDelivery = {
  id: 'd1',
  eventId: 'e1',
  type: 'shift.opened',
  status: 'PENDING',
  attempts: [{ ...attempt, status: 500 }],
  nextAttemptAt: '2026-11-29T12:00:00Z',
  createdAt: '2026-11-28T12:00:00Z',
  finishedAt: null,
}
const drawn = (of: Partial<WebhookDelivery>, status: Webhook['status'] = 'ACTIVE') =>
  renderToStaticMarkup(
    <MantineProvider>
      <DeliveryAnswer webhook={{ status }} delivery={{ ...delivery, ...of }} />
    </MantineProvider>,
  )

test('an attempt without an answer says why in the language of the screen', () => {
  expect(drawn({ attempts: [{ ...attempt, error: 'timeout' }] })).toContain('No contestó a tiempo.')
  expect(drawn({ attempts: [{ ...attempt, error: 'not_public' }] })).toContain(
    'No tiene una dirección pública',
  )
})

test('an address that is refused says why in the language of the screen', () => {
  const refused = (reason: string) => {
    const detail = 'Only port 443 is allowed.'
    const error = new ProblemError(422, { code: 'webhook_target_refused', detail, reason })
    return renderToStaticMarkup(
      <MantineProvider>
        <WebhookRefusal error={error} />
      </MantineProvider>,
    )
  }
  expect(refused('port_not_allowed')).toContain('Ese puerto no se permite.')
  expect(refused('of_later')).toContain('A esa dirección no se puede enviar nada.')
  expect(refused('of_later')).not.toContain('Only')
})

test.each([
  'PAUSED',
  'DISABLED',
] as const)('a message of a webhook that is %s waits, and has no next attempt', (status) => {
  const held = drawn({}, status)
  expect(held).toContain('Espera a que se encienda')
  expect(held).not.toContain('En camino')
  expect(held).not.toContain('Siguiente intento')
  expect(drawn({ status: 'DELIVERED', nextAttemptAt: null }, status)).toContain('Entregado')
  expect(drawn({})).toContain('En camino')
  expect(drawn({})).toContain('Siguiente intento')
})
