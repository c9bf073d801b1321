import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { paperLanguage } from '../../ui/language.ts'
import { offlineTexts } from './texts.ts'

addTexts('offline', offlineTexts)

export function useOfflineWords() {
  return useTranslation('offline').t
}

/** For what the customer takes along. */
export function useOfflinePaperWords() {
  return useTranslation('offline', { lng: paperLanguage }).t
}
