import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useProblemWords } from '../../problems/problem-words.ts'
import { EmptyPurse } from '../../ui/illustrations/scenes.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { Facts } from '../acts/facts.tsx'
import { useBankAccountFace } from '../queues/bank-accounts.tsx'
import { merchantAccounts } from './merchant-queries.ts'
import { merchantTexts } from './texts.ts'

/** The merchant's bank accounts, with the decisions that they wait for. */
export function MerchantAccounts({ merchantId }: { merchantId: string }) {
  const t = useWords(merchantTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const listing = useInfiniteQuery(merchantAccounts(merchantId))
  const faceOf = useBankAccountFace()
  const { data, error } = listing
  if (data === undefined) {
    return error === null ? (
      <RowSkeletons rows={4} />
    ) : (
      <ErrorState {...words(error)} onRetry={() => listing.refetch()} />
    )
  }
  if (data.length === 0) {
    return <EmptyState picture={<EmptyPurse />} title={t('accounts.empty')} hint={t('accounts.emptyHint')} />
  }
  return (
    <Stack>
      {data.map((account) => {
        const { title, chip, facts, acts } = faceOf(account)
        return (
          <Paper key={account.id} withBorder p="md">
            <Group justify="space-between" mb="sm">
              <Text fw={650}>{title}</Text>
              {chip}
            </Group>
            {/* The first fact is the merchant, which only the queue needs to name. */}
            <Facts facts={facts.slice(1)} />
            {acts.length > 0 && (
              <Group mt="md">
                <ActButtons acts={acts} />
              </Group>
            )}
          </Paper>
        )
      })}
      {listing.hasNextPage && (
        <Button
          variant="default"
          loading={listing.isFetchingNextPage}
          onClick={() => listing.fetchNextPage()}
        >
          {tUi('more')}
        </Button>
      )}
    </Stack>
  )
}
