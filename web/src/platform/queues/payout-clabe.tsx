import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answer, api } from '../../api/client.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { Facts } from '../acts/facts.tsx'
import { PayoutTrail } from './payout-trail.tsx'
import { payoutTrail } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

/** Long enough to type it into the bank's site, short enough not to stay on an abandoned screen. */
const shownForMs = 3 * 60_000

/** The whole CLABE of a payout that is being sent. It is shown on request, and each request is audited. */
export function PayoutClabe({ settlementId }: { settlementId: string }) {
  const t = useWords(queueTexts)
  const queryClient = useQueryClient()
  const reading = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/settlements/requests/{id}/clabe', { params: { path: { id: settlementId } } })),
    // Nothing of it stays in the cache.
    gcTime: 0,
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: payoutTrail(settlementId).queryKey }),
  })
  const { data, reset } = reading
  useEffect(() => {
    if (data === undefined) return
    const timer = setTimeout(reset, shownForMs)
    return () => clearTimeout(timer)
  }, [data, reset])
  return (
    <Paper withBorder p="md" aria-live="polite">
      <Stack gap="sm">
        <Text fw={650}>{t('clabe.title')}</Text>
        <PayoutTrail settlementId={settlementId} />
        <RefusedAlert error={reading.error} isRepeatable />
        {data === undefined ? (
          <>
            <Text c="dimmed">{t('clabe.hint')}</Text>
            <Group>
              <Button
                variant="light"
                leftSection={<IconEye size={19} />}
                loading={reading.isPending}
                onClick={() => reading.mutate()}
              >
                {t('clabe.show')}
              </Button>
            </Group>
          </>
        ) : (
          <>
            <CopyField label={t('bank.clabe')} value={data.clabe} />
            <Facts
              facts={[
                [t('bank.bank'), data.bank.name],
                [t('bank.holder'), data.holder],
                [t('amount'), formatPesos(data.amountCentavos)],
              ]}
            />
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {t('clabe.noted')}
              </Text>
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconEyeOff size={19} />}
                onClick={() => reset()}
              >
                {t('clabe.hide')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Paper>
  )
}
