import { Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import type { Diagnosis } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { ErrorState, RowSkeletons } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { merchantTexts } from './texts.ts'
import { useMerchantWords } from './words.ts'

type Condition = Diagnosis['conditions'][number]
type Known = keyof typeof merchantTexts.diagnosis.condition

/** Every condition of operating, the unmet ones first with what to do about them. */
export function MerchantDiagnosis({ merchantId }: { merchantId: string }) {
  const t = useMerchantWords()
  const words = useProblemWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['merchants', 'diagnosis', merchantId],
    queryFn: ({ signal }) =>
      answer(api.GET('/platform/merchants/{id}/diagnosis', { params: { path: { id: merchantId } }, signal })),
  })
  if (data === undefined) {
    return error === null ? (
      <RowSkeletons rows={6} />
    ) : (
      <ErrorState {...words(error)} onRetry={() => refetch()} />
    )
  }
  const conditions = data.conditions.toSorted((a, b) => Number(a.isMet) - Number(b.isMet))
  return (
    <Stack>
      <Group>
        <StatusChip tone={data.canOperate ? 'good' : 'bad'}>
          {t(data.canOperate ? 'diagnosis.operates' : 'diagnosis.stopped')}
        </StatusChip>
        <StatusChip tone={data.canSellServices ? 'good' : 'bad'}>
          {t(data.canSellServices ? 'diagnosis.services' : 'diagnosis.noServices')}
        </StatusChip>
      </Group>
      {conditions.map((condition) => (
        <ConditionCard key={condition.code} condition={condition} />
      ))}
    </Stack>
  )
}

function ConditionCard({ condition }: { condition: Condition }) {
  const t = useMerchantWords()
  const { code, isMet, stops, remedy } = condition
  const isKnown = Object.hasOwn(merchantTexts.diagnosis.condition, code)
  const tone = isMet ? 'good' : stops === 'nothing' ? 'wait' : 'bad'
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={650}>{isKnown ? t(`diagnosis.condition.${code as Known}`) : code}</Text>
          {!isMet && <Text c="dimmed">{isKnown ? t(`diagnosis.remedy.${code as Known}`) : remedy}</Text>}
        </div>
        <StatusChip tone={tone}>{isMet ? t('diagnosis.met') : t(`diagnosis.stops.${stops}`)}</StatusChip>
      </Group>
    </Paper>
  )
}
