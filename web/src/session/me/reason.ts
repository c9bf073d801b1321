import { useWords } from '../../ui/words/words.ts'
import { meTexts } from './texts.ts'

/** The reason for a missing ability, by the server's code, in words. */
export function useReason(): (code: string | null) => string {
  const t = useWords(meTexts)
  return (code) =>
    code !== null && Object.hasOwn(meTexts.reason, code)
      ? t(`reason.${code as keyof typeof meTexts.reason}`)
      : t('reason.other')
}
