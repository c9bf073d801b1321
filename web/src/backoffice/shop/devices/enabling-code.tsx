import { Alert, Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core'
import type { Terminal } from '@mostrador/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { renderSVG } from 'uqr'
import { answer, api } from '../../../api/client.ts'
import { serverNowMs } from '../../../api/server-clock.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { enablingTexts } from './enabling-texts.ts'

const askAgainMs = 3000

interface Props {
  terminal: Terminal
  code: string
  expiresAt: string
  onAnother: () => void
  onClose: () => void
}

/** The code to type or scan at the till, until it is used or expires. */
export function EnablingCode({ terminal, code, expiresAt, onAnother, onClose }: Props) {
  const t = useWords(enablingTexts)
  const queryClient = useQueryClient()
  const { data: now = terminal } = useQuery({
    queryKey: ['terminals', 'enabling', terminal.id],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/terminals/{id}', { params: { path: { id: terminal.id } }, signal })),
    refetchInterval: askAgainMs,
    staleTime: 0,
  })
  const hasArrived = now.deviceEnabledAt !== terminal.deviceEnabledAt
  useEffect(() => {
    if (hasArrived) void queryClient.invalidateQueries({ queryKey: ['terminals', 'list'] })
  }, [hasArrived, queryClient])
  const leftSeconds = useSecondsUntil(expiresAt)
  if (hasArrived) {
    return (
      <Stack>
        <div role="status">
          <Title order={3}>{t('arrived', { name: terminal.name })}</Title>
        </div>
        <Text>{t('arrivedHint')}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('done')}</Button>
        </Group>
      </Stack>
    )
  }
  if (leftSeconds <= 0) {
    return (
      <Stack>
        <Alert color="red" role="alert">
          {t('over')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onAnother}>{t('another')}</Button>
        </Group>
      </Stack>
    )
  }
  const address = `${location.host}/caja/activar`
  const link = `${location.origin}/caja/activar#codigo=${code}`
  return (
    <Stack>
      <Text>{t('codeHint', { address })}</Text>
      <Text
        ta="center"
        fz={34}
        fw={700}
        className="figures"
        aria-label={t('code')}
        role="textbox"
        aria-readonly="true"
        style={{ letterSpacing: '0.08em' }}
      >
        {code}
      </Text>
      <Center>
        <QrPicture text={link} label={t('picture')} />
      </Center>
      <CopyField label={t('link')} value={link} />
      <Group gap="sm">
        <Loader size="sm" />
        <div>
          <Text role="status">{t('waiting')}</Text>
          <Text size="sm" c="dimmed">
            {t('left', { time: clockOf(leftSeconds) })}
          </Text>
        </div>
      </Group>
    </Stack>
  )
}

const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function useSecondsUntil(at: string): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), 1000)
    return () => clearInterval(timer)
  }, [])
  return Math.ceil((Date.parse(at) - nowMs) / 1000)
}

/** Dark on white in any color scheme, because cameras expect it. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`
  return <img src={source} alt={label} width={208} height={208} style={{ borderRadius: 12 }} />
}
