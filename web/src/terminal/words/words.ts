import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { paperLanguage } from '../../ui/language.ts'
import { terminalTexts } from './texts.ts'

addTexts('terminal', terminalTexts)

export function useTerminalWords() {
  return useTranslation('terminal').t
}

/** For what the customer takes along. */
export function useTerminalPaperWords() {
  return useTranslation('terminal', { lng: paperLanguage }).t
}
