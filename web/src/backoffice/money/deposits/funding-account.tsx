import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { depositTexts } from './texts.ts'

/** Where to transfer: the platform's account, to be copied into the bank's form. */
export function FundingAccount({ storeId }: { storeId: string }) {
  const t = useWords(depositTexts)
  const { data: account } = useQuery({
    queryKey: ['deposits', 'account', storeId],
    queryFn: ({ signal }) =>
      answer(api.GET('/pos/deposits/account', { params: { query: { storeId } }, signal })),
  })
  if (account === undefined) return null
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
