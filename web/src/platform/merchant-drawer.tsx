import { Button, DataList, Drawer, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answer, api } from '../api/client.ts'
import type { Merchant } from '../api/types.ts'
import { useMissingPage } from '../session/abilities.ts'
import { useProblemWords } from '../session/problem-words.ts'
import { AllowedButton } from '../ui/allowed-button.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { ErrorState, RowSkeletons } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { merchantTones } from './merchant-tones.ts'
import { usePlatformWords } from './words.ts'

/** One merchant, and the switch that stops it. */
export function MerchantDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const words = useProblemWords()
  const merchant = useQuery({
    queryKey: ['merchants', 'one', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/platform/merchants/{id}', { params: { path: { id } }, signal })),
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      title={<Text fw={700}>{merchant.data?.tradeName ?? merchant.data?.name ?? ''}</Text>}
    >
      {merchant.error !== null && (
        <ErrorState {...words(merchant.error)} onRetry={() => merchant.refetch()} />
      )}
      {merchant.isPending && <RowSkeletons rows={5} />}
      {merchant.data !== undefined && <Facts merchant={merchant.data} />}
    </Drawer>
  )
}

function Facts({ merchant }: { merchant: Merchant }) {
  const t = usePlatformWords()
  const missing = useMissingPage('roles')
  const [isAsking, setIsAsking] = useState(false)
  const isActive = merchant.status === 'ACTIVE'
  const facts: [string, string | null][] = [
    [t('merchants.name'), merchant.name],
    [t('merchants.rfc'), merchant.rfc],
    [t('merchants.owner'), `${merchant.owner.name} · ${merchant.owner.email}`],
    [t('merchants.verification'), t(`merchants.verified.${merchant.verificationStatus}`)],
    [t('merchants.since'), formatDateTime(merchant.createdAt)],
    [t('merchants.database'), merchant.databaseId],
    [t('merchants.reason'), merchant.statusReason],
  ]
  return (
    <Stack>
      <Group>
        <StatusChip tone={merchantTones[merchant.status]}>{t(`merchants.one.${merchant.status}`)}</StatusChip>
      </Group>
      <DataList withDivider labelWidth="130px">
        {facts.map(([label, value]) => (
          <DataList.Item key={label}>
            <DataList.ItemLabel>{label}</DataList.ItemLabel>
            <DataList.ItemValue>{value ?? '—'}</DataList.ItemValue>
          </DataList.Item>
        ))}
      </DataList>
      {merchant.status !== 'CLOSED' && (
        <Group>
          <AllowedButton
            reason={missing}
            color={isActive ? 'red' : 'agave'}
            variant={isActive ? 'light' : 'filled'}
            onClick={() => setIsAsking(true)}
          >
            {isActive ? t('merchants.suspend') : t('merchants.activate')}
          </AllowedButton>
        </Group>
      )}
      {isAsking && <StatusDialog merchant={merchant} onClose={() => setIsAsking(false)} />}
    </Stack>
  )
}

function StatusDialog({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const t = usePlatformWords()
  const { t: tUi } = useTranslation()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const act = merchant.status === 'ACTIVE' ? 'suspend' : 'activate'
  const change = useMutation({
    mutationFn: () =>
      answer(
        api.PATCH('/pos/merchants/{id}/status', {
          params: { path: { id: merchant.id } },
          body: { status: act === 'suspend' ? 'SUSPENDED' : 'ACTIVE', reason: reason.trim() },
        }),
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['merchants'] })
      onClose()
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={700}>{t(`merchants.${act}Title`, { name: merchant.name })}</Text>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <Text mb="md">{t(`merchants.${act}Hint`)}</Text>
        <Textarea
          label={t('merchants.reason')}
          description={t('merchants.reasonHint')}
          required
          data-autofocus
          autosize
          minRows={2}
          value={reason}
          error={change.isError ? words(change.error).title : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" color={act === 'suspend' ? 'red' : 'agave'} loading={change.isPending}>
            {t(`merchants.${act}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
