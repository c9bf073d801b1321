import { MoneyField } from '../../ui/fields/money-field.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { focusedFirst } from '../../ui/keys/pointer.ts'
import { useWords } from '../../ui/words/words.ts'
import { type Charge, type PaymentDraft, type PaymentWay, readable } from '../selling/money/charge.ts'
import { CashField } from '../tender/cash-field.tsx'
import { ReferenceField } from '../tender/reference-field.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './pay-dialog.module.css'

interface Props {
  way: PaymentWay
  draft: PaymentDraft
  charge: Charge
  isLocal: boolean
  onChange: (part: Partial<PaymentDraft>) => void
  /** The customer hands over this much in cash: it is charged. */
  onTender: (tenderedCentavos: number) => void
}

/** What each way of paying asks for. */
export function WayFields(props: Props) {
  const { way, draft, isLocal, onChange } = props
  switch (way) {
    case 'CASH':
      return <Cash {...props} isFirst />
    case 'CARD':
      return (
        <ReferenceField
          isFirst
          isNeeded={isLocal}
          method="CARD"
          value={draft.cardReference}
          onChange={(cardReference) => onChange({ cardReference })}
        />
      )
    case 'TRANSFER':
      return (
        <ReferenceField
          isFirst
          isNeeded={isLocal}
          method="TRANSFER"
          value={draft.transferReference}
          onChange={(transferReference) => onChange({ transferReference })}
        />
      )
    case 'MIXED':
      return <Mixed {...props} />
  }
}

function Cash({ draft, charge, onChange, onTender, isFirst }: Omit<Props, 'way'> & { isFirst: boolean }) {
  return (
    <CashField
      totalCentavos={charge.cashDueCentavos}
      tenderedCentavos={readable(draft.tenderedCentavos)}
      isFirst={isFirst}
      onChange={(amount, isUnreadable) =>
        onChange({ tenderedCentavos: isUnreadable ? 'unreadable' : amount })
      }
      onTender={onTender}
    />
  )
}

function Mixed(props: Omit<Props, 'way'>) {
  const t = useWords(shopTexts)
  const { draft, charge, isLocal, onChange } = props
  // While the typed cash cannot be read, its field stays on the screen, so that it can be corrected.
  const hasCash = charge.cashDueCentavos > 0 || draft.tenderedCentavos === 'unreadable'
  return (
    <>
      <div className={classes['pair']}>
        <MoneyField
          label={t('cardAmount')}
          {...focusedFirst()}
          value={draft.cardCentavos === 0 ? null : readable(draft.cardCentavos)}
          onChange={(amount, isUnreadable) =>
            onChange({ cardCentavos: isUnreadable ? 'unreadable' : (amount ?? 0) })
          }
        />
        <ReferenceField
          isNeeded={isLocal}
          method="CARD"
          value={draft.cardReference}
          onChange={(cardReference) => onChange({ cardReference })}
        />
        <MoneyField
          label={t('transferAmount')}
          value={draft.transferCentavos === 0 ? null : readable(draft.transferCentavos)}
          onChange={(amount, isUnreadable) =>
            onChange({ transferCentavos: isUnreadable ? 'unreadable' : (amount ?? 0) })
          }
        />
        <ReferenceField
          isNeeded={isLocal}
          method="TRANSFER"
          value={draft.transferReference}
          onChange={(transferReference) => onChange({ transferReference })}
        />
      </div>
      {charge.fault !== 'too_much' && hasCash && (
        <>
          <p className={classes['rest']}>
            <span>{t('cashRest')}</span>
            <strong>{formatPesos(charge.cashDueCentavos)}</strong>
          </p>
          <Cash {...props} isFirst={false} />
        </>
      )}
    </>
  )
}
