import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import type { Terminal } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { useSignOut } from '../../../session/account/use-sign-out.tsx'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { EnablingCode } from './enabling-code.tsx'
import { enablingTexts } from './enabling-texts.ts'
import { deviceTexts } from './texts.ts'

const ways = ['code', 'here', 'key'] as const
type Way = (typeof ways)[number]

interface Props {
  terminal: Terminal
  onClose: () => void
}

/** Chooses the device: another one by a code, this one, or a program by its key. */
export function EnableDialog({ terminal, onClose }: Props) {
  const t = useWords(enablingTexts)
  const queryClient = useQueryClient()
  const [way, setWay] = useState<Way>('code')
  const params = { path: { id: terminal.id } }
  const open = useMutation({
    mutationFn: () => answer(api.POST('/pos/terminals/{id}/enabling-codes', { params })),
    // The code must not stay in the cache after it was shown.
    gcTime: 0,
  })
  const enable = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/terminals/{id}/enable', { params, body: { isThisDevice: way === 'here' } })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['terminals'] }),
    // Neither must the key.
    gcTime: 0,
  })
  const isMade = open.data !== undefined || enable.data !== undefined
  const { name } = terminal
  const title =
    open.data !== undefined
      ? t('codeTitle', { name })
      : enable.data === undefined
        ? t('where', { name })
        : t('hereDone', { name })
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={open.isPending || enable.isPending}
      title={way === 'key' && isMade ? name : title}
    >
      {open.data !== undefined ? (
        <EnablingCode terminal={terminal} {...open.data} onAnother={() => open.mutate()} onClose={onClose} />
      ) : enable.data === undefined ? (
        <Choice
          way={way}
          onWay={setWay}
          isBusy={open.isPending || enable.isPending}
          error={open.error ?? enable.error}
          onGo={() => (way === 'code' ? open : enable).mutate()}
        />
      ) : way === 'here' ? (
        <ThisDevice onClose={onClose} />
      ) : (
        <Key deviceToken={enable.data.deviceToken} onClose={onClose} />
      )}
    </Modal>
  )
}

interface ChoiceProps {
  way: Way
  onWay: (way: Way) => void
  isBusy: boolean
  error: unknown
  onGo: () => void
}

function Choice({ way, onWay, isBusy, error, onGo }: ChoiceProps) {
  const t = useWords(enablingTexts)
  return (
    <Stack>
      <RefusedAlert error={error} />
      <Radio.Group value={way} onChange={(value) => onWay(ways.find((each) => each === value) ?? 'code')}>
        <Stack gap="md">
          {ways.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`way.${each}`)}
              description={t(`wayHint.${each}`)}
              data-autofocus={each === way || undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" c="dimmed">
        {t('replaces')}
      </Text>
      <Group justify="flex-end">
        <Button loading={isBusy} onClick={onGo}>
          {way === 'code' ? t('makeCode') : t('enable')}
        </Button>
      </Group>
    </Stack>
  )
}

/** This device keeps its key in a cookie, so there is nothing to show. */
function ThisDevice({ onClose }: { onClose: () => void }) {
  const t = useWords(enablingTexts)
  const { signOut, isSigningOut } = useSignOut()
  return (
    <Stack>
      <Text>{t('hereDoneHint')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('stay')}
        </Button>
        <Button data-autofocus loading={isSigningOut} onClick={signOut}>
          {t('toEntrance')}
        </Button>
      </Group>
    </Stack>
  )
}

function Key({ deviceToken, onClose }: { deviceToken: string; onClose: () => void }) {
  const t = useWords(deviceTexts)
  return (
    <Stack>
      <Text>{t('madeHint')}</Text>
      <CopyField label={t('token')} value={deviceToken} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
