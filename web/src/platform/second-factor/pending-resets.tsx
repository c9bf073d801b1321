import { Paper, Stack, Text, Title } from '@mantine/core'
import { isProblem, type SecondFactorReset } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { ErrorState } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { factorResetsQuery } from './reset-queries.ts'
import { factorResetTexts } from './texts.ts'

/** The pending resets, each with a button that cancels it. Renders nothing when there are none. */
export function PendingResets() {
  const t = useWords(factorResetTexts)
  const words = useProblemWords()
  const { data, error, refetch } = useQuery(factorResetsQuery)
  if (data === undefined) return error && <ErrorState {...words(error)} onRetry={() => refetch()} />
  if (data.length === 0) return null
  return (
    <Paper withBorder p="md" mb="lg" component="section" aria-label={t('title')}>
      <Title order={3}>{t('title')}</Title>
      <Text c="dimmed" mb="md">
        {t('hint')}
      </Text>
      <Stack gap="md">
        {data.map((reset) => (
          <PendingReset key={reset.id} reset={reset} />
        ))}
      </Stack>
    </Paper>
  )
}

function PendingReset({ reset }: { reset: SecondFactorReset }) {
  const t = useWords(factorResetTexts)
  const { account, requestedBy, reason, takesEffectAt } = reset
  const { name } = account
  const keep: Act = {
    key: 'keep',
    label: t('keepDo'),
    title: t('keepTitle', { name }),
    hint: t('keepHint'),
    faultOf: (error) => (isProblem(error, 'not_found') ? t('gone') : undefined),
    run: async () => {
      await answer(api.DELETE('/platform/second-factor-resets/{id}', { params: { path: { id: reset.id } } }))
      return t('kept', { name })
    },
  }
  return (
    <article aria-label={name}>
      <Text fw={600}>
        {name} · {account.email}
      </Text>
      <Text mb="xs" style={{ overflowWrap: 'anywhere' }}>
        {t('line', { when: formatDateTime(takesEffectAt), by: requestedBy, reason })}
      </Text>
      <ActButtons acts={[keep]} />
    </article>
  )
}
