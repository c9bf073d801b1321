import { notifications } from '@mantine/notifications'
import type { StockCountLine } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { countLinesQuery } from './counts-query.ts'
import { countTexts } from './texts.ts'

interface Found {
  variantId: string
  /** `null` clears the count. */
  counted: number | null
}

/**
 * Saves counted quantities one after the other, in the order of the scans. The sheet shows a quantity at
 * once; its difference comes with the answer, because the server compares it with the stock of that moment.
 */
export function useCounting(storeId: string, countId: string) {
  const t = useWords(countTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const { queryKey } = countLinesQuery(storeId, countId)
  const put = (variantId: string, changes: Partial<StockCountLine>) =>
    queryClient.setQueryData(queryKey, (lines) =>
      lines?.map((line) => (line.variantId === variantId ? { ...line, ...changes } : line)),
    )
  const save = useMutation({
    scope: { id: `count-${countId}` },
    mutationFn: (found: Found) =>
      answer(
        api.PUT('/pos/inventory/counts/{id}/lines', {
          params: { path: { id: countId } },
          body: { lines: [found] },
        }),
      ),
    onMutate: async ({ variantId, counted }) => {
      await queryClient.cancelQueries({ queryKey })
      put(variantId, { counted, difference: null })
    },
    onSuccess: ({ items: [line] }) => {
      if (line !== undefined) put(line.variantId, { difference: line.difference, countedAt: line.countedAt })
    },
    onError: (error) => {
      notifications.show({ color: 'red', message: t('saveFault', { why: words(error).title }) })
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return {
    record: save.mutate,
    /** The counted quantity of these goods, including scans that are still being saved. */
    countedOf: (variantId: string) =>
      queryClient.getQueryData(queryKey)?.find((line) => line.variantId === variantId)?.counted ?? null,
  }
}
