import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { useWords } from '../../ui/words/words.ts'
import { restoredTexts } from './restored-texts.ts'

/** Says why no page of the platform opens after the database was restored, and who can change that. */
export function RestoredNotice() {
  const t = useWords(restoredTexts)
  const { data } = useQuery({
    queryKey: ['readiness'],
    queryFn: ({ signal }) => answer(api.GET('/readyz', { signal })),
    refetchInterval: 30_000,
    retry: false,
  })
  if (data?.status !== 'restored') return null
  return (
    <Box mb="lg">
      <Caution>{t('restored')}</Caution>
    </Box>
  )
}
