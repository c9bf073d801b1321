import { useQuery } from '@tanstack/react-query'
import { useMissingPage } from '../../session/me/abilities.ts'
import { useMe } from '../../session/me/me.ts'
import { useWords } from '../../ui/words/words.ts'
import { assignmentsQuery } from './assignment-queries.ts'
import { assignmentTexts } from './texts.ts'

/** Whether the signed-in person is an administrator confined to some merchants; false until it is known. */
export function useIsConfined(): boolean {
  const me = useMe()
  // Only administrators are confined, and only they may ask.
  const isAdmin = useMissingPage('roles') === null
  const { data = [] } = useQuery({ ...assignmentsQuery(), enabled: isAdmin })
  return data.some(({ account }) => account.id === me.account.id)
}

/** Why the signed-in person cannot do what concerns every merchant, in words; `null` when they can. */
export function useMissingOversight(): string | null {
  const t = useWords(assignmentTexts)
  return useIsConfined() ? t('confined') : null
}
