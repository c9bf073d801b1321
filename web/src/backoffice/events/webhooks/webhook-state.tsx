import type { Webhook } from '../../../api/types.ts'
import { StatusChip } from '../../../ui/status-chip.tsx'
import { useWebhookWords } from './words.ts'

const tones = { ACTIVE: 'good', PAUSED: 'idle', DISABLED: 'bad' } as const

export function WebhookState({ webhook: { status, failingSince } }: { webhook: Webhook }) {
  const t = useWebhookWords()
  const tone = status === 'ACTIVE' && failingSince !== null ? 'wait' : tones[status]
  return <StatusChip tone={tone}>{t(`status.${status}`)}</StatusChip>
}
