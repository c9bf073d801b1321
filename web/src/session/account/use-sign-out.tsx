import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useWords } from '../../ui/words/words.ts'
import { endSession } from '../lock/lock.ts'
import { forget } from '../me/me.ts'
import { accountTexts } from './texts.ts'

const noticeId = 'sign-out'

/**
 * Ends the session and goes to the entrance. While the server has not ended it, the person stays and is told, with a
 * button to try again: the next one at this device would continue as them.
 */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const t = useWords(accountTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { mutate, isPending } = useMutation({
    mutationFn: endSession,
    onMutate: () => notifications.hide(noticeId),
    onSuccess: () => {
      forget(queryClient)
      router.history.push('/entrar')
    },
    onError: (error) =>
      notifications.show({
        id: noticeId,
        color: 'red',
        autoClose: false,
        title: t('stillIn'),
        message: (
          <>
            <Text size="sm">{words(error).title}</Text>
            <Text size="sm">{t('stillInHint')}</Text>
            <Button variant="light" h={44} mt="xs" onClick={() => mutate()}>
              {t('signOutAgain')}
            </Button>
          </>
        ),
      }),
  })
  return { signOut: () => mutate(), isSigningOut: isPending }
}
