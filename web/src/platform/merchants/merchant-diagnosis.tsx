import { Group, NativeSelect, Paper, Stack, Text } from '@mantine/core'
import type { MerchantDiagnosis } from '@mostrador/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { assistanceQuery } from './merchant-queries.ts'
import { merchantTexts } from './texts.ts'

type Condition = MerchantDiagnosis['conditions'][number]
type Known = keyof typeof merchantTexts.diagnosis.condition

interface Subject {
  storeId?: string
  terminalId?: string
}

/** The conditions for selling, unmet ones first, with what to do about them. */
export function DiagnosisCard({ merchantId }: { merchantId: string }) {
  const t = useWords(merchantTexts)
  const words = useProblemWords()
  const [subject, setSubject] = useState<Subject>({})
  const { data, error, refetch } = useQuery({
    queryKey: ['merchants', 'diagnosis', merchantId, subject],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/platform/merchants/{id}/diagnosis', {
          params: { path: { id: merchantId }, query: subject },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
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
      <SubjectFields merchantId={merchantId} subject={subject} onChange={setSubject} />
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

/** Chooses the subject: the merchant, one of its stores, or one of its terminals. */
function SubjectFields(props: {
  merchantId: string
  subject: Subject
  onChange: (subject: Subject) => void
}) {
  const { merchantId, subject, onChange } = props
  const t = useWords(merchantTexts)
  const stores = useQuery(assistanceQuery(merchantId)).data?.stores ?? []
  if (stores.length === 0) return null
  const terminals = stores.find(({ id }) => id === subject.storeId)?.terminals ?? []
  return (
    <Group>
      <NativeSelect
        label={t('diagnosis.store')}
        value={subject.storeId ?? ''}
        data={[{ value: '', label: t('diagnosis.whole') }, ...stores.map(optionOf)]}
        onChange={(event) => {
          const storeId = event.currentTarget.value
          onChange(storeId === '' ? {} : { storeId })
        }}
      />
      {subject.storeId !== undefined && terminals.length > 0 && (
        <NativeSelect
          label={t('diagnosis.terminal')}
          value={subject.terminalId ?? ''}
          data={[{ value: '', label: t('diagnosis.anyTerminal') }, ...terminals.map(optionOf)]}
          onChange={(event) => {
            const { storeId } = subject
            const terminalId = event.currentTarget.value
            onChange({ ...(storeId !== undefined && { storeId }), ...(terminalId !== '' && { terminalId }) })
          }}
        />
      )}
    </Group>
  )
}

const optionOf = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })

function ConditionCard({ condition }: { condition: Condition }) {
  const t = useWords(merchantTexts)
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
