import { useWords } from '../../ui/words/words.ts'
import { terminalTexts } from './texts.ts'

export function useTerminalWords() {
  return useWords(terminalTexts)
}
