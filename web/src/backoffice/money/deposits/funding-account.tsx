import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { ErrorState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { depositTexts } from './texts.ts'

/** Where to transfer: the platform's account, to be copied into the bank's form. */
export function FundingAccount({ storeId }: { storeId: string }) {
  const t = useWords(depositTexts)
  const words = useProblemWords()
  const {
    data: account,
    error,
    refetch,
  } = useQuery({
    queryKey: ['deposits', 'account', storeId],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/deposits/account', { params: { query: { storeId } }, signal })),
  })
  if (account === undefined) return error && <ErrorState {...words(error)} onRetry={() => refetch()} />
  const { clabe, bank, beneficiary } = account
  if (clabe === null) return <Text c="dimmed">{t('accountMissing')}</Text>
  return (
    <div>
      <Group align="flex-end" gap="xl">
        <CopyField label={t('clabe')} value={clabe} />
        <Text>{[bank, beneficiary].filter((each) => each !== null).join(' · ')}</Text>
      </Group>
      <Text c="dimmed" size="sm" mt={4}>
        {t('clabeHint')}
      </Text>
    </div>
  )
}
