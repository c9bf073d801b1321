import { Stack, Text } from '@mantine/core'
import type { Webhook, WebhookDelivery } from '@mostrador/client'
import { formatDistance } from '../../../ui/format/dates.ts'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { webhookTexts } from './texts.ts'

const tones = { PENDING: 'wait', DELIVERED: 'good', FAILED: 'bad' } as const

interface Props {
  webhook: Pick<Webhook, 'status'>
  delivery: WebhookDelivery
}

/** The state of a delivery, the receiver's last answer, and when it is tried again. */
export function DeliveryAnswer({ webhook, delivery: { status, attempts, nextAttemptAt } }: Props) {
  const t = useWords(webhookTexts)
  const last = attempts.at(-1)
  const said = last === undefined ? t('answers.none') : saidBy(last)
  function saidBy({ status: code, error }: NonNullable<typeof last>) {
    if (code !== null) return t('answers.status', { status: code })
    if (error === null) return '—'
    // A newer server may give a reason that this page does not know.
    return t(`faults.${Object.hasOwn(webhookTexts.faults, error) ? error : 'connection_failed'}`)
  }
  const tries = attempts.length > 1 ? ` · ${t('tries', { count: attempts.length })}` : ''
  // Nothing is sent while the webhook is off.
  const isHeld = status === 'PENDING' && webhook.status !== 'ACTIVE'
  return (
    <Stack gap={2} align="flex-start">
      <StatusChip tone={isHeld ? 'idle' : tones[status]}>
        {isHeld ? t('held') : t(`oneDelivery.${status}`)}
      </StatusChip>
      <Text size="sm" c="dimmed" maw={230} style={{ whiteSpace: 'normal' }}>
        {said}
        {tries}
      </Text>
      {nextAttemptAt !== null && attempts.length > 0 && !isHeld && (
        <Text size="sm" c="dimmed">
          {t('next', { when: formatDistance(nextAttemptAt) })}
        </Text>
      )}
    </Stack>
  )
}
