import { Box, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { useWords } from '../../ui/words/words.ts'
import { meQuery } from '../me/me.ts'
import { accountTexts } from './texts.ts'

/** Tells a person that an administrator will remove their second factor, and lets them keep it. */
export function ResetNotice({ at }: { at: string }) {
  const t = useWords(accountTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const keep = useMutation({
    mutationFn: () => answer(api.DELETE('/auth/second-factor-resets/current')),
    onSuccess: () => notifications.show({ message: t('resetKept'), color: 'agave' }),
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
    // An administrator may have cancelled it already.
    onSettled: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  })
  return (
    <Box mb="lg">
      <Caution>{t('resetNotice', { when: formatDateTime(at) })}</Caution>
      <Group mt="sm">
        <Button variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          {t('resetKeep')}
        </Button>
      </Group>
    </Box>
  )
}
