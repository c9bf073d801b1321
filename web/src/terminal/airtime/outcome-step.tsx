import { Button, Text } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Sale } from '../../api/types.ts'
import { formatPesos } from '../../ui/money.ts'
import { groupPhone } from '../../ui/phone.ts'
import { useScreenKeys } from '../../ui/screen-keys.ts'
import type { OpenOrder } from '../order.ts'
import type { Result } from '../sale-machine.ts'
import { useTerminalWords } from '../words.ts'
import { NotAttempted } from './not-attempted.tsx'
import classes from './outcome.module.css'
import { OutcomeFrame } from './outcome-frame.tsx'
import { NextButton } from './outcome-parts.tsx'
import { ReceiptPanel } from './receipt-panel.tsx'
import type { StepProps } from './step-props.ts'

/** The end of a sale, in each of its variants. */
export function OutcomeStep({ desk, open, result }: StepProps & { open: OpenOrder; result: Result }) {
  const restart = () => desk.dispatch({ type: 'restarted' })
  useScreenKeys({ Escape: restart })
  switch (result.variant) {
    case 'APPROVED':
    case 'APPROVED_PIN':
      return <Done variant={result.variant} sale={result.sale} onNext={restart} />
    case 'DECLINED':
      return (
        <Declined
          sale={result.sale}
          onCorrect={() => desk.dispatch({ type: 'corrected' })}
          onNext={restart}
        />
      )
    case 'REVERSED':
      return <Reversed sale={result.sale} onNext={restart} />
    case 'NOT_ATTEMPTED':
      return <NotAttempted desk={desk} open={open} refusal={result.refusal} />
  }
}

interface EndProps {
  sale: Sale
  onNext: () => void
}

function Done({ variant, sale, onNext }: EndProps & { variant: 'APPROVED' | 'APPROVED_PIN' }) {
  const t = useTerminalWords()
  const { changeCentavos } = sale.payment
  return (
    <OutcomeFrame
      variant={variant}
      title={t(`outcome.${variant}.title`)}
      say={t(`outcome.${variant}.say`)}
      actions={<NextButton onNext={onNext} />}
      aside={<SaleReceipt sale={sale} />}
    >
      <SaleLine sale={sale} />
      {sale.authorization !== null && (
        <p className={classes['code']}>
          {t('authorization')} <strong data-testid="authorization">{sale.authorization}</strong>
        </p>
      )}
      {changeCentavos !== null && changeCentavos > 0 && (
        <p className={classes['cash']}>
          {t('changeDue')} {formatPesos(changeCentavos)}
        </p>
      )}
    </OutcomeFrame>
  )
}

function Declined({ sale, onCorrect, onNext }: EndProps & { onCorrect: () => void }) {
  const t = useTerminalWords()
  const canCorrect = sale.outcome.actions.includes('correct_and_retry')
  return (
    <OutcomeFrame
      variant="DECLINED"
      title={t('outcome.DECLINED.title')}
      say={t('outcome.DECLINED.say')}
      actions={
        <>
          {canCorrect && (
            <Button size="lg" onClick={onCorrect}>
              {sale.failure?.retryable === true ? t('tryAgain') : t('correct')}
            </Button>
          )}
          <NextButton onNext={onNext} isQuiet={canCorrect} />
        </>
      }
    >
      <SaleLine sale={sale} />
      <Text maw={480}>{sale.outcome.message}</Text>
      <CashBack sale={sale} />
    </OutcomeFrame>
  )
}

function Reversed({ sale, onNext }: EndProps) {
  const t = useTerminalWords()
  return (
    <OutcomeFrame
      variant="REVERSED"
      title={t('outcome.REVERSED.title')}
      say={t('outcome.REVERSED.say')}
      actions={<NextButton onNext={onNext} />}
      aside={<SaleReceipt sale={sale} />}
    >
      <SaleLine sale={sale} />
      <Text maw={480}>{sale.outcome.message}</Text>
      <CashBack sale={sale} />
    </OutcomeFrame>
  )
}

function SaleLine({ sale }: { sale: Sale }) {
  const t = useTerminalWords()
  return (
    <Text className="figures" fz="lg">
      {sale.product.provider.name} · {groupPhone(sale.reference ?? '')} · {formatPesos(sale.totalCentavos)} ·{' '}
      {t('folio')} {sale.folio}
    </Text>
  )
}

/** Cash that lies in the drawer and belongs to the customer. */
function CashBack({ sale }: { sale: Sale }) {
  const t = useTerminalWords()
  if (sale.payment.method !== 'CASH') return null
  return (
    <p className={classes['cash']}>
      {t('giveBack')} {formatPesos(sale.payment.tenderedCentavos ?? sale.totalCentavos)}
    </p>
  )
}

function SaleReceipt({ sale }: { sale: Sale }) {
  const t = useTerminalWords()
  return <ReceiptPanel lines={sale.receipt} printLabel={t('printReceipt')} icon={<IconPrinter size={19} />} />
}
