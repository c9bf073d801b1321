import type { Webhook } from '@mostrador/client'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { webhookTexts } from './texts.ts'

const tones = { ACTIVE: 'good', PAUSED: 'idle', DISABLED: 'bad' } as const

export function WebhookState({ webhook: { status, failingSince } }: { webhook: Webhook }) {
  const t = useWords(webhookTexts)
  const tone = status === 'ACTIVE' && failingSince !== null ? 'wait' : tones[status]
  return <StatusChip tone={tone}>{t(`status.${status}`)}</StatusChip>
}
