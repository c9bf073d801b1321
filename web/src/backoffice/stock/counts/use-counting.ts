import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { useWords } from '../../../ui/words/words.ts'
import { countedMeanwhile, oneMore, readAgain, savesOfCount } from './saves.ts'
import { countTexts } from './texts.ts'

/** Counts on a sheet, by scans and by typed quantities, and says what could not be saved. */
export function useCounting(storeId: string, countId: string) {
  const t = useWords(countTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [saves] = useState(() => savesOfCount(queryClient, storeId, countId))
  const { mutate } = useMutation({
    ...saves.options,
    onError: (error, found) => {
      saves.options.onError(error, found)
      const there = countedMeanwhile(error)
      const message =
        there === undefined
          ? t('saveFault', { why: words(error).title })
          : t('countedMeanwhile', { counted: there === null ? t('uncounted') : formatQuantity(there) })
      notifications.show({ color: 'red', message })
    },
  })
  return {
    record: (variantId: string, counted: number | null) =>
      mutate({ variantId, counted, countedBefore: saves.countedOf(variantId), isScan: false }),
    /** Counts one more. @returns the new quantity */
    scan: (variantId: string): number => {
      const countedBefore = saves.countedOf(variantId)
      const counted = oneMore(countedBefore)
      mutate({ variantId, counted, countedBefore, isScan: true })
      return counted
    },
    noteEntry: saves.noteEntry,
    assertSaved: saves.assertSaved,
    readAgain: () => readAgain(queryClient, storeId, countId),
  }
}
