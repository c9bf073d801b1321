import { Alert, Stack, Text, Title } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingScope } from '../../session/me/abilities.ts'
import { EmptyTicket } from '../../ui/illustrations/scenes.tsx'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { heldQuery } from './held-query.ts'
import { HeldRow } from './held-row.tsx'
import { LeftRow } from './left-row.tsx'
import { QueueRow } from './queue-row.tsx'
import { offlineTexts } from './texts.ts'
import { useOfflineOrders } from './use-offline-orders.ts'

interface Props {
  isOpen: boolean
  onClose: () => void
  store: ProfileStore
}

/** Offline sales and payments without an answer on this device, and the sales that wait for a supervisor. */
export function QueueDrawer({ isOpen, onClose, store }: Props) {
  const t = useWords(offlineTexts)
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size="lg" title={t('title')}>
      <Queue store={store} />
    </Drawer>
  )
}

function Queue({ store }: { store: ProfileStore }) {
  const t = useWords(offlineTexts)
  const words = useProblemWords()
  const isOnline = useIsOnline()
  const { own, others, left } = useOfflineOrders(store.storeId)
  const missing = useMissingScope(store, 'POS_SALES_APPROVE')
  const held = useQuery(heldQuery(store.storeId))
  // A sale listed for this device is only repeated when there is something to decide.
  const listed = new Set(missing === null ? [] : own.map(({ key }) => key))
  const waiting = (held.data ?? []).filter(({ id }) => !listed.has(id))
  const toSend = missing === null ? own.filter(({ state }) => state !== 'HELD') : own
  const isEmpty = toSend.length + others.length + left.length + waiting.length === 0
  const othersReason = missing === null ? null : t('sendByRole')
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('hint')}</Text>
      {toSend.length > 0 && (
        <Section title={t('own')}>
          {toSend.toReversed().map((entry) => (
            <QueueRow key={entry.key} entry={entry} />
          ))}
        </Section>
      )}
      {others.length + left.length > 0 && (
        <Section title={t('others')} hint={t('othersHint')}>
          {others.map((entry) => (
            <QueueRow key={entry.key} entry={entry} reason={othersReason} />
          ))}
          {left.map((payment) => (
            <LeftRow key={payment.key} payment={payment} reason={othersReason} />
          ))}
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={t('held')} hint={t('heldHint')}>
          {missing !== null && <Alert color="cempasuchil">{t('heldAsk')}</Alert>}
          {waiting.map((sale) => (
            <HeldRow key={sale.id} sale={sale} mayDecide={missing === null} />
          ))}
        </Section>
      )}
      {isOnline && held.isPending && <RowSkeletons rows={2} />}
      {isOnline && held.isError && held.data === undefined && (
        <ErrorState {...words(held.error)} onRetry={() => void held.refetch()} />
      )}
      {isEmpty && !held.isPending && !held.isError && (
        <EmptyState picture={<EmptyTicket />} title={t('none')} hint={t('noneHint')} />
      )}
    </Stack>
  )
}

function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb={4}>
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {hint}
        </Text>
      )}
      {children}
    </section>
  )
}
