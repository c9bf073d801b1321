import { Button, Text } from '@mantine/core'
import type { GiftPin, VasSale } from '@mostrador/client'
import { useState } from 'react'
import { useOutcomeWords } from '../../../outcomes/outcome-words.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { useReadable } from '../../../ui/keys/readable.ts'
import { useScreenKeys } from '../../../ui/keys/screen-keys.ts'
import { DoneAtOnce } from '../../../ui/printer/done-at-once.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { VasOrder } from '../../selling/orders/order.ts'
import { cashToReturn } from '../../selling/vas/cash-to-return.ts'
import type { Result } from '../../selling/vas/sale-machine.ts'
import { CashRefund, useRefundingShift } from '../../shift/cash-refund.tsx'
import { useCommand } from '../../shortcuts/use-command.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import { terminalTexts } from '../../words/texts.ts'
import type { StepProps } from '../form/step-props.ts'
import { doneId } from '../paper/done-id.ts'
import { ReceiptPanel } from '../paper/receipt-panel.tsx'
import { salePaper, salePaperWithPin } from '../paper/sale-paper.ts'
import { saleName } from '../paper/sale-words.ts'
import { DeliveredPin } from '../pins/delivered-pin.tsx'
import { pinTexts } from '../pins/texts.ts'
import { NotAttempted } from './not-attempted.tsx'
import classes from './outcome.module.css'
import { OutcomeFrame } from './outcome-frame.tsx'
import { NextButton, nextButtonId } from './outcome-parts.tsx'

/** The end of a sale, in each of its variants. */
export function OutcomeStep({ checkout, open, result }: StepProps & { open: VasOrder; result: Result }) {
  const restart = () => checkout.dispatch({ type: 'restarted' })
  useEndKeys(result.variant, restart)
  switch (result.variant) {
    case 'APPROVED':
      return <Done sale={result.sale} onNext={restart} />
    case 'APPROVED_PIN':
      return <DoneWithPin sale={result.sale} onNext={restart} />
    case 'DECLINED':
      return (
        <Declined
          sale={result.sale}
          open={open}
          onCorrect={() => checkout.dispatch({ type: 'corrected' })}
          onNext={restart}
        />
      )
    case 'REVERSED':
      return <Reversed sale={result.sale} open={open} onNext={restart} />
    case 'NOT_ATTEMPTED':
      return <NotAttempted checkout={checkout} open={open} refusal={result.refusal} />
  }
}

/**
 * Enter starts the next sale after a success. Anything else has to be read first, and a PIN is shown only here:
 * there, the first Enter goes to the button that the second presses.
 */
function useEndKeys(variant: Result['variant'], restart: () => void): void {
  const isReadable = useReadable()
  useCommand('next', (event) => {
    // It may have been meant for the screen before.
    if (!isReadable(event)) return
    if (variant === 'APPROVED') restart()
    else document.getElementById(nextButtonId)?.focus()
  })
  useScreenKeys(variant === 'APPROVED_PIN' ? {} : { Escape: restart })
}

interface EndProps {
  sale: VasSale
  onNext: () => void
}

function Done({ sale, onNext }: EndProps) {
  const tKind = useWords(kindTexts)
  const t = useWords(terminalTexts)
  const { kind } = sale
  return (
    <OutcomeFrame
      variant="APPROVED"
      kind={kind}
      title={tKind(`${kind}.approvedTitle`)}
      changeCentavos={sale.payment.changeCentavos}
      say={tKind(`${kind}.approvedSay`)}
      actions={<NextButton kind={kind} onNext={onNext} />}
      aside={<SaleReceipt sale={sale} pin={null} />}
    >
      <SaleLine sale={sale} />
      {sale.authorization !== null && (
        <p className={classes['code']}>
          {t('authorization')} <strong data-testid="authorization">{sale.authorization}</strong>
        </p>
      )}
    </OutcomeFrame>
  )
}

/** Completed, with a PIN to hand over, unless it was already shown elsewhere. */
function DoneWithPin({ sale, onNext }: EndProps) {
  const t = useWords(kindTexts)
  const tPin = useWords(pinTexts)
  const [pin, setPin] = useState<GiftPin | null>(sale.pin)
  const isInClear = pin?.code != null
  return (
    <OutcomeFrame
      variant="APPROVED_PIN"
      kind="pin"
      title={isInClear ? t('pin.approvedTitle') : tPin('maskedTitle')}
      say={isInClear ? t('pin.approvedSay') : tPin('maskedSay')}
      changeCentavos={sale.payment.changeCentavos}
      actions={<NextButton kind="pin" onNext={onNext} />}
      aside={<SaleReceipt sale={sale} pin={pin} />}
    >
      <SaleLine sale={sale} />
      <DeliveredPin sale={sale} pin={pin} onShown={setPin} />
    </OutcomeFrame>
  )
}

/** The order is needed where its cash goes back. */
type UndoneProps = EndProps & { open: VasOrder }

function Declined({ sale, open, onCorrect, onNext }: UndoneProps & { onCorrect: () => void }) {
  const t = useWords(terminalTexts)
  const tKind = useWords(kindTexts)
  const outcomeOf = useOutcomeWords()
  const { kind } = sale
  const canCorrect = sale.outcome.actions.includes('correct_and_retry')
  return (
    <OutcomeFrame
      variant="DECLINED"
      kind={kind}
      title={t('outcome.DECLINED')}
      say={tKind(`${kind}.declinedSay`, { back: t(`back.${sale.payment.method}`) })}
      actions={
        <>
          {canCorrect && (
            <Button size="lg" onClick={onCorrect}>
              {sale.failure?.retryable === true ? t('tryAgain') : t('correct')}
            </Button>
          )}
          <NextButton kind={kind} onNext={onNext} isQuiet={canCorrect} />
        </>
      }
    >
      <SaleLine sale={sale} />
      <Text maw={480}>{outcomeOf(sale)}</Text>
      <CashToReturn sale={sale} open={open} />
    </OutcomeFrame>
  )
}

function Reversed({ sale, open, onNext }: UndoneProps) {
  const t = useWords(terminalTexts)
  const tKind = useWords(kindTexts)
  const outcomeOf = useOutcomeWords()
  const { kind } = sale
  return (
    <OutcomeFrame
      variant="REVERSED"
      kind={kind}
      title={t('outcome.REVERSED')}
      say={tKind(`${kind}.reversedSay`, { back: t(`back.${sale.payment.method}`) })}
      actions={<NextButton kind={kind} onNext={onNext} />}
      aside={<SaleReceipt sale={sale} pin={null} />}
    >
      <SaleLine sale={sale} />
      <Text maw={480}>{outcomeOf(sale)}</Text>
      <CashToReturn sale={sale} open={open} />
    </OutcomeFrame>
  )
}

function SaleLine({ sale }: { sale: VasSale }) {
  const t = useWords(terminalTexts)
  return (
    <Text className="figures" fz="lg">
      {saleName(sale)} · {formatPesos(sale.totalCentavos)} · {t('folio')} {sale.folio}
    </Text>
  )
}

/** Cash in the drawer that has to go back to the customer. */
function CashToReturn({ sale, open }: { sale: VasSale; open: VasOrder }) {
  const t = useWords(terminalTexts)
  const refundingShift = useRefundingShift(sale)
  if (sale.payment.method !== 'CASH') return null
  if (refundingShift !== undefined) return <CashRefund sale={sale} shift={refundingShift} />
  const { amountCentavos, changeCentavos } = cashToReturn(sale, open)
  return (
    <>
      <p className={classes['cash']}>
        {t('giveBack')} {formatPesos(amountCentavos)}
      </p>
      {changeCentavos > 0 && (
        <Text maw={480}>{t('giveChangeToo', { amount: formatPesos(changeCentavos) })}</Text>
      )}
    </>
  )
}

function SaleReceipt({ sale, pin }: { sale: VasSale; pin: GiftPin | null }) {
  const t = useWords(terminalTexts)
  const paper = salePaper(sale)
  const pinPaper = salePaperWithPin(sale, pin)
  const id = doneId(sale, sale.status)
  return (
    <>
      <ReceiptPanel sale={sale} paper={paper} pinPaper={pinPaper} printLabel={t('printReceipt')} />
      <DoneAtOnce key={id} id={id} paper={pinPaper ?? paper} hasCash={sale.payment.method === 'CASH'} />
    </>
  )
}
