import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import { formatRecent } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import classes from '../orders/sale-rows.module.css'
import { provisionalName } from '../selling/cart/offline-order.ts'
import type { OfflineOrder, OfflineState } from '../selling/orders/order.ts'
import { offlineQueue } from '../selling/till/till.ts'
import { ProvisionalPaper } from './provisional-paper.tsx'
import { Reasons } from './reasons.tsx'
import { offlineTexts } from './texts.ts'
import { useIsSending } from './use-offline-orders.ts'

const tones: Record<OfflineState, Tone> = {
  WAITING: 'wait',
  REFUSED: 'bad',
  HELD: 'wait',
  BOOKED: 'good',
  DISCARDED: 'idle',
}

interface Props {
  entry: OfflineOrder
  /** Why it cannot be sent. */
  reason?: string | null
  /** The id of the form that its button submits; without one, the button sends it. */
  form?: string
  /** Stands above its actions. */
  children?: ReactNode
}

/** An offline sale on this device: its state, the reason, and its actions. */
export function QueueRow({ entry, reason = null, form, children }: Props) {
  const t = useWords(offlineTexts)
  const isOnline = useIsOnline()
  const isSending = useIsSending()
  const [isPaper, paper] = useDisclosure(false)
  const { state, folio, sale } = entry
  const isToSend = state === 'WAITING' || state === 'REFUSED'
  return (
    <div className={classes['row']} style={{ alignItems: 'flex-start' }}>
      <div>
        <span className={classes['name']}>
          {folio === null ? provisionalName(entry.key) : folio} · {formatPesos(entry.totalCentavos)}
        </span>
        <span className={classes['small']}>
          {t('soldBy', { when: formatRecent(sale.soldAt), name: entry.cashierName })}
        </span>
        <Fault entry={entry} />
        <Reasons reasons={entry.reasons} />
        {state === 'HELD' && (
          <Text size="sm" mt={4}>
            {t('heldAsk')}
          </Text>
        )}
        {children}
        <Group gap="xs" mt={6}>
          {isToSend && (
            <AllowedButton
              size="sm"
              h={44}
              variant="light"
              loading={isSending}
              reason={reason ?? (isOnline ? null : t('sendOffline'))}
              {...(form === undefined
                ? { onClick: () => void offlineQueue.sendOne(entry.key) }
                : { form, type: 'submit' })}
            >
              {state === 'WAITING' ? t('send') : t('sendAgain')}
            </AllowedButton>
          )}
          <Button size="sm" h={44} variant="subtle" color="gray" onClick={paper.open}>
            {t('paper')}
          </Button>
        </Group>
      </div>
      <span className={classes['end']}>
        <StatusChip tone={tones[state]}>{t(`state.${state}`)}</StatusChip>
      </span>
      {isPaper && (
        <Modal opened onClose={paper.close} title={t('receipt.heading')}>
          <Stack>
            <ProvisionalPaper entry={entry} />
          </Stack>
        </Modal>
      )}
    </div>
  )
}

/** Why the server refused it, and what to do. */
function Fault({ entry: { state, faultCode } }: { entry: OfflineOrder }) {
  const t = useWords(offlineTexts)
  if (state !== 'REFUSED' || faultCode === null) return null
  const known = offlineTexts.fault
  const text = Object.hasOwn(known, faultCode)
    ? t(`fault.${faultCode as Exclude<keyof typeof known, 'other'>}`)
    : t('fault.other', { code: faultCode })
  return <Text c="red">{text}</Text>
}
