import { useTranslation } from 'react-i18next'
import { addTexts } from '../ui/i18n.ts'
import { terminalTexts } from './texts.ts'

addTexts('terminal', terminalTexts)

export function useTerminalWords() {
  return useTranslation('terminal').t
}
