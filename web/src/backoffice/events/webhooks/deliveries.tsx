import { SegmentedControl, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Webhook, WebhookDelivery } from '@mostrador/client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { EmptyBook } from '../../../ui/illustrations/scenes.tsx'
import { DataList } from '../../../ui/lists/data-list.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { DeliveryAnswer } from './delivery-answer.tsx'
import { useEventName } from './event-name.ts'
import { webhookTexts } from './texts.ts'
import { type DeliveryStatus, deliveriesQuery } from './webhooks-query.ts'

const statuses = ['PENDING', 'DELIVERED', 'FAILED'] as const

/** What was sent, how the receiver answered, and a button to send it again. */
export function Deliveries({ webhook, barred }: { webhook: Webhook; barred: string | null }) {
  const t = useWords(webhookTexts)
  const words = useProblemWords()
  const [status, setStatus] = useState<DeliveryStatus | undefined>()
  const eventName = useEventName()
  const nameOf = (type: string | null) => (type === null ? t('hidden') : eventName(type))
  const notAgain = ({ status }: WebhookDelivery) => {
    if (webhook.status !== 'ACTIVE') return t('turnOnFirst')
    return status === 'PENDING' ? t('stillGoing') : null
  }
  return (
    <>
      <SegmentedControl
        mb="sm"
        value={status ?? 'all'}
        onChange={(value) => setStatus(statuses.find((each) => each === value))}
        data={[
          { value: 'all', label: t('allDeliveries') },
          ...statuses.map((value) => ({ value, label: t(`delivery.${value}`) })),
        ]}
      />
      <DataList<WebhookDelivery>
        label={t('deliveries')}
        listing={useInfiniteQuery(deliveriesQuery(webhook, status))}
        idOf={({ id }) => id}
        describeError={words}
        empty={<EmptyState picture={<EmptyBook />} title={t('noDeliveries')} hint={t('noDeliveriesHint')} />}
        columns={[
          {
            accessor: 'type',
            title: t('event'),
            render: ({ type, createdAt }) => (
              <>
                <Text fw={600}>{nameOf(type)}</Text>
                <Text size="sm" c="dimmed">
                  {formatDateTime(createdAt)}
                </Text>
              </>
            ),
          },
          {
            accessor: 'status',
            title: t('answer'),
            render: (delivery) => <DeliveryAnswer webhook={webhook} delivery={delivery} />,
          },
          {
            accessor: 'id',
            title: '',
            textAlign: 'right',
            render: (delivery) => (
              <Resend
                webhook={webhook}
                delivery={delivery}
                what={nameOf(delivery.type)}
                barred={barred ?? notAgain(delivery)}
              />
            ),
          },
        ]}
      />
    </>
  )
}

interface ResendProps {
  webhook: Webhook
  delivery: WebhookDelivery
  what: string
  barred: string | null
}

function Resend({ webhook, delivery, what, barred }: ResendProps) {
  const t = useWords(webhookTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const resend = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/pos/webhooks/{id}/deliveries/{deliveryId}/resend', {
          params: { path: { id: webhook.id, deliveryId: delivery.id } },
        }),
      ),
    onSuccess: () => notifications.show({ message: t('resent') }),
    onError: (error) => notifications.show({ color: 'red', message: words(error).title }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (
    <AllowedButton
      variant="light"
      size="compact-md"
      reason={barred}
      loading={resend.isPending}
      aria-label={t('resendOf', { what })}
      onClick={() => resend.mutate()}
    >
      {t('resend')}
    </AllowedButton>
  )
}
