import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ProfileStore, Webhook } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useIsOwner } from '../../../session/me/merchant-choice.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { Caution } from '../../../ui/parts/caution.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { Deliveries } from './deliveries.tsx'
import { useEventName } from './event-name.ts'
import { usePlace } from './place.ts'
import { webhookTexts } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'
import { WebhookState } from './webhook-state.tsx'

interface Props {
  webhook: Webhook
  store: ProfileStore
  onSecret: (secret: string) => void
  onClose: () => void
}

/** One webhook: its state, its actions and its deliveries. */
export function WebhookDrawer({ webhook, store, onSecret, onClose }: Props) {
  const t = useWords(webhookTexts)
  const [isEditing, setIsEditing] = useState(false)
  const place = usePlace(store)
  const isOwner = useIsOwner(webhook.merchantId)
  const barred = webhook.storeId === null && !isOwner ? t('ownerOnly') : null
  const nameOf = useEventName()
  return (
    <Drawer opened onClose={onClose} position="right" size={640} title={webhook.description ?? t('title')}>
      <Stack gap="lg">
        <Stack gap={6}>
          <Group>
            <WebhookState webhook={webhook} />
            <Text c="dimmed">{place(webhook)}</Text>
          </Group>
          <Text style={{ overflowWrap: 'anywhere' }}>{webhook.url}</Text>
          <Text c="dimmed" size="sm">
            {webhook.types.length === 0
              ? t(webhook.storeId === null ? 'everything.merchant' : 'everything.store')
              : webhook.types.map(nameOf).join(' · ')}
          </Text>
        </Stack>
        <Standing webhook={webhook} />
        <Acts
          webhook={webhook}
          barred={barred}
          onEdit={() => setIsEditing(true)}
          onSecret={onSecret}
          onGone={onClose}
        />
        <div>
          <Title order={3} mb="sm">
            {t('deliveries')}
          </Title>
          <Deliveries webhook={webhook} barred={barred} />
        </div>
      </Stack>
      {isEditing && (
        <WebhookForm store={store} webhook={webhook} onMade={onSecret} onClose={() => setIsEditing(false)} />
      )}
    </Drawer>
  )
}

function Standing({ webhook }: { webhook: Webhook }) {
  const { status, disabledReason, failingSince, pausedReason, answerableName } = webhook
  const t = useWords(webhookTexts)
  if (pausedReason !== null) {
    return (
      <Alert color="red" title={t(`paused.${pausedReason}`, { who: answerableName ?? t('somebody') })}>
        {t('pausedHint')}
      </Alert>
    )
  }
  if (disabledReason !== null) {
    return (
      <Alert color="red" title={t(`why.${disabledReason}`)}>
        {t('whyHint')}
      </Alert>
    )
  }
  if (status === 'ACTIVE' && failingSince !== null)
    return <Caution>{t('failing', { when: formatDateTime(failingSince) })}</Caution>
  return null
}

interface ActsProps {
  webhook: Webhook
  barred: string | null
  onEdit: () => void
  onSecret: (secret: string) => void
  onGone: () => void
}

function Acts({ webhook, barred, onEdit, onSecret, onGone }: ActsProps) {
  const t = useWords(webhookTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null)
  const params = { path: { id: webhook.id } }
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['webhooks'] })
  const turn = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH('/pos/webhooks/{id}', {
          params,
          body: { status: webhook.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE' },
        }),
      ),
    onSuccess: refresh,
  })
  const rotate = useMutation({
    mutationFn: () => answer(api.POST('/pos/webhooks/{id}/rotate-secret', { params })),
    onSuccess: ({ secret, previousValidUntil }) => {
      notifications.show({ message: t('secretOld', { when: formatDateTime(previousValidUntil) }) })
      setAsked(null)
      onSecret(secret)
    },
    gcTime: 0,
  })
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/pos/webhooks/{id}', { params })),
    onSuccess: async () => {
      onGone()
      await refresh()
    },
  })
  return (
    <>
      <Group gap="sm">
        <AllowedButton reason={barred} loading={turn.isPending} onClick={() => turn.mutate()}>
          {t(webhook.status === 'ACTIVE' ? 'pause' : 'resume')}
        </AllowedButton>
        <AllowedButton variant="default" reason={barred} onClick={onEdit}>
          {tUi('edit')}
        </AllowedButton>
        <AllowedButton variant="default" reason={barred} onClick={() => setAsked('rotate')}>
          {t('rotate')}
        </AllowedButton>
        <AllowedButton variant="subtle" color="red" reason={barred} onClick={() => setAsked('remove')}>
          {tUi('remove')}
        </AllowedButton>
      </Group>
      <Text size="sm" c="dimmed" mt={-12}>
        {t(webhook.status === 'ACTIVE' ? 'pauseHint' : 'resumeHint')}
      </Text>
      {turn.isError && (
        <Text c="red" role="alert">
          {words(turn.error).title}
        </Text>
      )}
      <ConfirmDialog
        isOpen={asked === 'rotate'}
        title={t('rotateSure')}
        hint={t('rotateHint')}
        action={t('rotate')}
        isBusy={rotate.isPending}
        fault={rotate.isError ? words(rotate.error).title : undefined}
        onConfirm={() => rotate.mutate()}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('removeSure')}
        hint={t('removeHint')}
        action={tUi('remove')}
        isBusy={remove.isPending}
        fault={remove.isError ? words(remove.error).title : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsked(null)}
      />
    </>
  )
}
