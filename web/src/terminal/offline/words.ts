import { usePaperWords, useWords } from '../../ui/words/words.ts'
import { offlineTexts } from './texts.ts'

export function useOfflineWords() {
  return useWords(offlineTexts)
}

/** For what the customer takes along. */
export function useOfflinePaperWords() {
  return usePaperWords(offlineTexts)
}
