import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Merchant, MerchantAssistance } from '@mostrador/client'
import { IconPalette } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { formatDateTime, formatDistance } from '../../ui/format/dates.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { later } from '../../ui/parts/later.tsx'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { ManagerDialog } from './manager-dialog.tsx'
import { assistanceQuery } from './merchant-queries.ts'
import { merchantTexts } from './texts.ts'
import { ThemeCard } from './theme-card.tsx'

type Store = MerchantAssistance['stores'][number]
type Terminal = Store['terminals'][number]
type Invite = MerchantAssistance['invites'][number]

const ThemeDialog = later(async () => (await import('./theme-dialog.tsx')).ThemeDialog)

/** The actions by which staff can help a merchant. Each is recorded with its reason. */
export function AssistanceCard({ merchant }: { merchant: Merchant }) {
  const t = useWords(merchantTexts)
  const words = useProblemWords()
  const [isTheming, setIsTheming] = useState(false)
  const { data, error, refetch } = useQuery(assistanceQuery(merchant.id))
  if (data === undefined) {
    return error === null ? (
      <RowSkeletons rows={6} />
    ) : (
      <ErrorState {...words(error)} onRetry={() => refetch()} />
    )
  }
  const storeNames = new Map(data.stores.map(({ id, name }) => [id, name]))
  return (
    <Stack gap="lg">
      <Text c="dimmed">{t('assistance.hint')}</Text>
      <Section title={t('assistance.invites')} empty={t('assistance.noInvites')} count={data.invites.length}>
        {data.invites.map((invite) => (
          <InviteCard
            key={invite.id}
            invite={invite}
            store={invite.storeId === null ? null : (storeNames.get(invite.storeId) ?? null)}
          />
        ))}
      </Section>
      <Section title={t('assistance.terminals')} empty={t('assistance.noStores')} count={data.stores.length}>
        {data.stores.map((store) => (
          <StoreCard key={store.id} merchantId={merchant.id} store={store} />
        ))}
      </Section>
      <Section title={t('assistance.theme')} count={1}>
        <ThemeCard theme={data.theme} />
        <Group>
          <Button variant="light" leftSection={<IconPalette size={19} />} onClick={() => setIsTheming(true)}>
            {t('assistance.changeTheme')}
          </Button>
        </Group>
      </Section>
      {isTheming && (
        <ThemeDialog merchant={merchant} theme={data.theme} onClose={() => setIsTheming(false)} />
      )}
    </Stack>
  )
}

function Section(props: { title: string; empty?: string; count: number; children: React.ReactNode }) {
  return (
    <section>
      <Title order={3} size="h5" mb="sm">
        {props.title}
      </Title>
      {props.count === 0 ? <Text c="dimmed">{props.empty}</Text> : <Stack gap="sm">{props.children}</Stack>}
    </section>
  )
}

function InviteCard({ invite, store }: { invite: Invite; store: string | null }) {
  const t = useWords(merchantTexts)
  const isExpired = Date.parse(invite.expiresAt) < Date.now()
  const resend: Act = {
    key: 'resend',
    label: t('assistance.resend'),
    title: t('assistance.resendTitle', { email: invite.maskedEmail }),
    hint: t('assistance.resendHint'),
    reason: { label: t('assistance.reason'), isRequired: true, minLength: 1 },
    run: async ({ reason }) => {
      await answer(
        api.POST('/platform/invites/{id}/resend', { params: { path: { id: invite.id } }, body: { reason } }),
      )
      return t('assistance.resent', { email: invite.maskedEmail })
    },
  }
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={650}>{invite.maskedEmail}</Text>
          <Text c="dimmed" size="sm">
            {t(`assistance.role.${invite.role ?? 'owner'}`)}
            {store !== null && ` · ${store}`}
          </Text>
          <Text c="dimmed" size="sm">
            {t(isExpired ? 'assistance.expired' : 'assistance.expires', {
              when: formatDistance(invite.expiresAt),
            })}
          </Text>
        </div>
        <ActButtons acts={[resend]} />
      </Group>
    </Paper>
  )
}

function StoreCard({ merchantId, store }: { merchantId: string; store: Store }) {
  const t = useWords(merchantTexts)
  // Only administrators appoint managers, as they do roles.
  const barred = useMissingPage('roles')
  const [isInviting, setIsInviting] = useState(false)
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" mb={store.terminals.length === 0 ? 0 : 'sm'}>
        <Text fw={650}>{store.name}</Text>
        <AllowedButton reason={barred} variant="light" onClick={() => setIsInviting(true)}>
          {t('manager.invite')}
        </AllowedButton>
      </Group>
      {isInviting && (
        <ManagerDialog merchantId={merchantId} store={store} onClose={() => setIsInviting(false)} />
      )}
      {store.terminals.length === 0 ? (
        <Text c="dimmed">{t('assistance.noTerminals')}</Text>
      ) : (
        <Stack gap="sm">
          {store.terminals.map((terminal) => (
            <TerminalRow key={terminal.id} terminal={terminal} />
          ))}
        </Stack>
      )}
    </Paper>
  )
}

function TerminalRow({ terminal }: { terminal: Terminal }) {
  const t = useWords(merchantTexts)
  const { id, name, status, deviceEnabledAt } = terminal
  const enable: Act = {
    key: 'enable',
    label: t('assistance.enable'),
    title: t('assistance.enableTitle', { name }),
    hint: t('assistance.enableHint'),
    barred: status === 'ENABLED' ? t('assistance.isEnabled') : null,
    reason: { label: t('assistance.reason'), isRequired: true, minLength: 1 },
    run: async ({ reason }) => {
      await answer(
        api.POST('/platform/terminals/{id}/enable', { params: { path: { id } }, body: { reason } }),
      )
      return t('assistance.enabled', { name })
    },
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      <div>
        <Group gap="sm">
          <Text>{name}</Text>
          <StatusChip tone={status === 'ENABLED' ? 'good' : 'bad'}>
            {t(`assistance.terminal.${status}`)}
          </StatusChip>
        </Group>
        <Text c="dimmed" size="sm">
          {deviceEnabledAt === null
            ? t('assistance.noDevice')
            : t('assistance.device', { when: formatDateTime(deviceEnabledAt) })}
        </Text>
      </div>
      <ActButtons acts={[enable]} />
    </Group>
  )
}
