import type { GiftPin, VasSale } from '@mostrador/client'
import { useWords, type Words } from '../ui/words/words.ts'
import { outcomeTexts } from './texts.ts'

type Reason = keyof typeof outcomeTexts.reason

const isKnown = (code: string): code is Reason => Object.hasOwn(outcomeTexts.reason, code)

type Outcome = Pick<VasSale, 'outcome' | 'failure' | 'pin'>

/** How a sale ended, in the screen's language; the server's message when it knows more than this client. */
export function useOutcomeWords(): (sale: Outcome) => string {
  const t = useWords(outcomeTexts)
  return (sale) => outcomeWords(t, sale)
}

function outcomeWords(t: Words<typeof outcomeTexts>, { outcome, failure, pin }: Outcome): string {
  switch (outcome.variant) {
    case 'PENDING':
    case 'APPROVED':
    case 'REVERSED':
      return t(outcome.variant)
    case 'APPROVED_PIN':
      return pin === null ? t('APPROVED') : t(`APPROVED_PIN.${pinState(pin)}`)
    case 'DECLINED':
      return failure !== null && isKnown(failure.code)
        ? t('DECLINED', { reason: t(`reason.${failure.code}`) })
        : outcome.message
    default:
      return outcome.message
  }
}

function pinState({ code, isRevealed, canBeShown }: GiftPin): keyof typeof outcomeTexts.APPROVED_PIN {
  if (code !== null) return 'shown'
  if (isRevealed) return 'wasShown'
  return canBeShown ? 'canBeShown' : 'notHere'
}
