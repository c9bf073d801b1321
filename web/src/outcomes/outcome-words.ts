import type { VasSale } from '@mostrador/client'
import { useWords } from '../ui/words/words.ts'
import { outcomeTexts } from './texts.ts'

type Reason = keyof typeof outcomeTexts.reason

const isKnown = (code: string): code is Reason => Object.hasOwn(outcomeTexts.reason, code)

/** How a sale ended, in the screen's language; the server's message when it knows more than this client. */
export function useOutcomeWords(): (sale: Pick<VasSale, 'outcome' | 'failure'>) => string {
  const t = useWords(outcomeTexts)
  return ({ outcome, failure }) => {
    switch (outcome.variant) {
      case 'PENDING':
      case 'APPROVED':
      case 'REVERSED':
        return t(outcome.variant)
      case 'DECLINED':
        return failure !== null && isKnown(failure.code)
          ? t('DECLINED', { reason: t(`reason.${failure.code}`) })
          : outcome.message
      default:
        return outcome.message
    }
  }
}
