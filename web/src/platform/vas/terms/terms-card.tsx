import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { VasTerms } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingPage } from '../../../session/me/abilities.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { useMissingOversight } from '../../assignments/oversight.ts'
import { kinds } from './terms-draft.ts'
import { everyProviderQuery, termsQuery } from './terms-queries.ts'
import { termsTexts } from './texts.ts'

const TermsDialog = later(async () => (await import('./terms-dialog.tsx')).TermsDialog)

/**
 * The terms on which a merchant sells services, or the platform's default terms. Administrators change them.
 */
export function TermsCard({ merchantId, name }: { merchantId: string | null; name?: string }) {
  const t = useWords(termsTexts)
  const words = useProblemWords()
  const missing = useMissingPage('roles')
  const confined = useMissingOversight()
  const barred = missing ?? (merchantId === null ? confined : null)
  const [isChanging, setIsChanging] = useState(false)
  const { data, error, refetch } = useQuery(termsQuery(merchantId))
  return (
    <Paper withBorder p="lg">
      <Stack>
        <Group justify="space-between" gap="md">
          <div style={{ flex: '1 1 260px' }}>
            <Title order={3}>{t('title')}</Title>
            <Text c="dimmed">{t(merchantId === null ? 'platformHint' : 'merchantHint')}</Text>
          </div>
          <AllowedButton reason={barred} onClick={() => setIsChanging(true)}>
            {t('change')}
          </AllowedButton>
        </Group>
        {data === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
        {data === undefined && error === null && <RowSkeletons rows={3} />}
        {data !== undefined && <Sheet sheet={data} />}
      </Stack>
      {isChanging && data !== undefined && (
        <TermsDialog sheet={data} name={name} onClose={() => setIsChanging(false)} />
      )}
    </Paper>
  )
}

function Sheet({ sheet }: { sheet: VasTerms }) {
  const t = useWords(termsTexts)
  const { data: providers } = useQuery(everyProviderQuery)
  const names = sheet.lines.flatMap(({ providerId, isOffered }) => {
    const provider = isOffered === false && providers?.find(({ id }) => id === providerId)
    return provider ? [provider.name] : []
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {kinds.map((kind) => (
          <KindTerms key={kind} kind={kind} sheet={sheet} />
        ))}
      </SimpleGrid>
      {names.length > 0 && <Text>{t('withheldNames', { names: names.join(', ') })}</Text>}
      {sheet.changedAt !== null && sheet.version > 0 && (
        <Text size="sm" c="dimmed">
          {t('changedAt', { when: formatDateTime(sheet.changedAt) })}
        </Text>
      )}
    </>
  )
}

function KindTerms({ kind, sheet }: { kind: (typeof kinds)[number]; sheet: VasTerms }) {
  const t = useWords(termsTexts)
  const holds = sheet.effective.find((each) => each.kind === kind)
  const own = sheet.lines.find((each) => each.kind === kind && each.providerId === null)
  if (holds === undefined) return null
  const fee = holds.feeCentavos === 0 ? t('noFee') : t('fee', { fee: formatPesos(holds.feeCentavos) })
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={650}>{t(`kind.${kind}`)}</Text>
        <StatusChip tone={holds.isOffered ? 'good' : 'idle'}>
          {t(holds.isOffered ? 'offered' : 'notOffered')}
        </StatusChip>
      </Group>
      <Text>{t('share', { percent: `${holds.shareBps / 100} %` })}</Text>
      <Text>{fee}</Text>
      {sheet.merchantId !== null && (
        <Text size="sm" c="dimmed">
          {t(own === undefined ? 'fromPlatform' : 'own')}
        </Text>
      )}
    </Paper>
  )
}
