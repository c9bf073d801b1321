import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Act, Given } from './act.ts'

/** Performs an act from its dialog, and closes the dialog with fresh lists behind it. */
export function usePerforming(act: Act, onClose: () => void) {
  const queryClient = useQueryClient()
  const isTried = useRef(false)
  // A decision changes queues, records and the audit log.
  const refresh = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' })
  const perform = useMutation({
    mutationFn: (given: Given) =>
      act.run({
        ...given,
        reason: given.reason.trim(),
        answer: act.ask?.isSecret === true ? given.answer : given.answer.trim(),
      }),
    // The answer may be a secret, which must not stay in the cache.
    gcTime: 0,
    onSuccess: async (told) => {
      await refresh()
      onClose()
      if (told !== undefined) notifications.show({ message: told, position: 'bottom-left' })
    },
    onError: () => {
      isTried.current = true
    },
  })
  return {
    perform,
    /**
     * Closes without a success. After a refusal the case has probably moved on, and without an answer it may have. The lists
     * are read again only now, because a case that leaves its list takes the dialog and its words with it.
     */
    leave: () => {
      if (isTried.current) void refresh()
      onClose()
    },
  }
}
