import { usePaperWords, useWords } from '../../ui/words/words.ts'
import { shopTexts } from './shop-texts.ts'

export function useShopWords() {
  return useWords(shopTexts)
}

/** For what the customer takes along. */
export function useShopPaperWords() {
  return usePaperWords(shopTexts)
}
