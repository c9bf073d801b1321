import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { useWords } from '../../../ui/words/words.ts'
import { SaleDetail } from '../../sales/sale-detail.tsx'
import type { VasOrder } from '../../selling/orders/order.ts'
import type { Refusal } from '../../selling/vas/sale-machine.ts'
import type { VasCheckout } from '../../selling/vas/vas-checkout.ts'
import { ShiftBanner } from '../../shift/shift-banner.tsx'
import { FaultText } from '../../words/fault-text.tsx'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import { OutcomeFrame } from './outcome-frame.tsx'
import { NextButton, OrderLine } from './outcome-parts.tsx'
import { usePriceCorrection } from './use-price-correction.ts'

type Known = Exclude<keyof typeof terminalTexts.refusal, 'duplicate_suspected'>

/** Refused before any attempt: the reason, and what to do. */
export function NotAttempted({
  checkout,
  open,
  refusal,
}: {
  checkout: VasCheckout
  open: VasOrder
  refusal: Refusal
}) {
  const tKind = useWords(kindTexts)
  const t = useWords(terminalTexts)
  const kind = open.kind
  const restart = () => checkout.dispatch({ type: 'restarted' })
  const isDuplicate = refusal.code === 'duplicate_suspected' && refusal.earlier !== null
  return (
    <OutcomeFrame
      variant="NOT_ATTEMPTED"
      kind={kind}
      title={isDuplicate ? tKind(`${kind}.duplicateTitle`) : t('outcome.NOT_ATTEMPTED')}
      say={isDuplicate ? tKind(`${kind}.duplicateSay`) : tKind(`${kind}.notAttemptedSay`)}
      actions={
        isDuplicate ? (
          <DuplicateActions checkout={checkout} open={open} earlier={refusal.earlier} />
        ) : (
          <>
            {refusal.code === 'price_changed' ? (
              <CorrectPrice checkout={checkout} open={open} />
            ) : (
              <Button size="lg" onClick={() => checkout.dispatch({ type: 'corrected' })}>
                {t('correct')}
              </Button>
            )}
            <NextButton kind={kind} onNext={restart} isQuiet />
          </>
        )
      }
    >
      <OrderLine open={open} />
      <Text maw={500}>
        {isDuplicate
          ? t('refusal.duplicate_suspected', { folio: refusal.earlier?.folio ?? '' })
          : t(`refusal.${knownCode(refusal.code)}`)}
      </Text>
      {refusal.limit !== undefined && <LimitReached limit={refusal.limit} />}
      {refusal.code === 'shift_closed' && <ShiftBanner storeId={open.terms.storeId} />}
      {!isDuplicate && <Text c="dimmed">{t('noCharge')}</Text>}
    </OutcomeFrame>
  )
}

function knownCode(code: string): Known {
  return Object.hasOwn(terminalTexts.refusal, code) && code !== 'duplicate_suspected'
    ? (code as Known)
    : 'other'
}

/** Which daily limit was reached, when it ends, and who can raise it. */
function LimitReached({ limit: { of, againAt } }: { limit: NonNullable<Refusal['limit']> }) {
  const t = useWords(terminalTexts)
  return (
    <Text maw={500}>
      {t(`limit.${of}`)}{' '}
      {againAt === null ? t('limit.alone') : t('limit.again', { when: formatDateTime(againAt) })}{' '}
      {t('limit.raise')}
    </Text>
  )
}

/** Corrects a sale with its product as it is sold now, or says that it is not sold any more. */
function CorrectPrice({ checkout, open }: { checkout: VasCheckout; open: VasOrder }) {
  const t = useWords(terminalTexts)
  const { data: product, error, isPending, mutate } = usePriceCorrection(checkout, open)
  if (product === null)
    return (
      <Text c="red" role="alert">
        {t('refusal.not_found')}
      </Text>
    )
  return (
    <>
      <FaultText error={error} />
      <Button size="lg" loading={isPending} onClick={() => mutate()}>
        {t('correct')}
      </Button>
    </>
  )
}

interface DuplicateProps {
  checkout: VasCheckout
  open: VasOrder
  earlier: Refusal['earlier']
}

/** The same was sold minutes ago: open that sale, or sell again on purpose as a new order with a new key. */
function DuplicateActions({ checkout, open, earlier }: DuplicateProps) {
  const t = useWords(terminalTexts)
  const [isShown, setIsShown] = useState(false)
  if (earlier === null) return null
  return (
    <>
      <Button size="lg" onClick={() => setIsShown(true)}>
        {t('seeEarlier')}
      </Button>
      <Button
        size="lg"
        variant="default"
        onClick={() => checkout.submit({ ...open.terms, repeats: earlier.saleId })}
      >
        {t('sellAgain')}
      </Button>
      <NextButton kind={open.kind} onNext={() => checkout.dispatch({ type: 'restarted' })} isQuiet />
      <SaleDetail saleId={isShown ? earlier.saleId : null} onClose={() => setIsShown(false)} />
    </>
  )
}
