import { sessionTexts } from '../words/texts.ts'
import { useSessionWords } from '../words/words.ts'

/** The server's code for a missing ability, in words. */
export function useReason(): (code: string | null) => string {
  const t = useSessionWords()
  return (code) =>
    code !== null && Object.hasOwn(sessionTexts.reason, code)
      ? t(`reason.${code as keyof typeof sessionTexts.reason}`)
      : t('reason.other')
}
