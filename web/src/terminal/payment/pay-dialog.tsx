import { Button, Loader, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { Cart } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { type TakeScan, useScans } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import {
  type Charge,
  cashOnly,
  chargeOf,
  type PaymentDraft,
  type PaymentWay,
  paymentWays,
} from '../selling/money/charge.ts'
import { storeQuery } from '../store/queries.ts'
import { CashField } from '../tender/cash-field.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './pay-dialog.module.css'

interface Props {
  cart: Cart
  /** Offline, payments other than cash need a reference. */
  isLocal: boolean
  /** Lines are on their way into the cart, so the total is not known yet. */
  isBusy: boolean
  onScan: TakeScan
  /** The item scanned last while this dialog was open. */
  addedName: string | null
  onPay: (payments: Charge['payments']) => void
  onClose: () => void
}

/**
 * Asks how the customer pays. Items scanned meanwhile are added to the cart, and what was typed here stays.
 */
export function PayDialog({ cart, isLocal, isBusy, onScan, addedName, onPay, onClose }: Props) {
  const t = useWords(shopTexts)
  useScans('dialog', onScan)
  const { data: store } = useQuery(storeQuery(cart.storeId))
  const [way, setWay] = useState<PaymentWay>('CASH')
  const [draft, setDraft] = useState<PaymentDraft>(cashOnly)
  const change = (part: Partial<PaymentDraft>) => setDraft((present) => ({ ...present, ...part }))
  const charge = chargeOf(way, draft, cart.totalCentavos, store?.cashRoundingCentavos ?? 0, isLocal)
  const choose = (chosen: PaymentWay) => {
    setWay(chosen)
    setDraft(cashOnly)
  }
  const reason =
    charge.fault === 'no_reference'
      ? t('referenceNeeded')
      : charge.fault !== null
        ? t(`chargeFault.${charge.fault}`)
        : isBusy
          ? t('payReason.busy')
          : null
  const submit = () => {
    if (reason === null && store !== undefined) onPay(charge.payments)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={620}
      title={
        <Text fw={700} fz="lg">
          {t('payTitle')}
        </Text>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <p className={classes['due']}>
            <span>{t('toPay')}</span>
            <strong>{formatPesos(charge.chargedCentavos)}</strong>
          </p>
          {charge.roundingCentavos !== 0 && (
            <Text size="sm" c="dimmed" ta="right" mt={-12}>
              {t('rounding')} {formatPesos(charge.roundingCentavos)}
            </Text>
          )}
          {addedName !== null && (
            <Text role="status" fw={600} c="var(--tone-good)">
              {t('scan.added', { name: addedName })}
            </Text>
          )}
          <SegmentedControl
            fullWidth
            size="md"
            aria-label={t('payWith')}
            value={way}
            onChange={(value) => choose(value as PaymentWay)}
            data={paymentWays.map((each) => ({ value: each, label: t(`method.${each}`) }))}
          />
          <WayFields way={way} draft={draft} charge={charge} isLocal={isLocal} onChange={change} />
          <AllowedButton
            type="submit"
            size="lg"
            h={60}
            fullWidth
            reason={reason}
            loading={store === undefined}
          >
            {t('charge', { amount: formatPesos(charge.chargedCentavos) })}
          </AllowedButton>
        </Stack>
      </form>
    </Modal>
  )
}

interface WayProps {
  draft: PaymentDraft
  charge: Charge
  isLocal: boolean
  onChange: (part: Partial<PaymentDraft>) => void
}

function WayFields({ way, ...props }: WayProps & { way: PaymentWay }) {
  const t = useWords(shopTexts)
  const { draft, charge, isLocal, onChange } = props
  switch (way) {
    case 'CASH':
      return (
        <CashField
          totalCentavos={charge.cashDueCentavos}
          tenderedCentavos={draft.tenderedCentavos}
          onChange={(tenderedCentavos) => onChange({ tenderedCentavos })}
        />
      )
    case 'CARD':
      return (
        <Reference
          isNeeded={isLocal}
          label={t('cardReference')}
          value={draft.cardReference}
          onChange={(cardReference) => onChange({ cardReference })}
        />
      )
    case 'TRANSFER':
      return (
        <Reference
          isNeeded={isLocal}
          label={t('transferReference')}
          value={draft.transferReference}
          onChange={(transferReference) => onChange({ transferReference })}
        />
      )
    case 'MIXED':
      return <Mixed {...props} />
  }
}

interface ReferenceProps {
  label: string
  value: string
  /** Offline, the reference is the only later proof of the payment. */
  isNeeded: boolean
  onChange: (value: string) => void
}

function Reference(props: ReferenceProps) {
  const t = useWords(shopTexts)
  return (
    <TextInput
      label={props.label}
      required={props.isNeeded}
      description={props.isNeeded ? t('referenceNeeded') : undefined}
      maxLength={60}
      autoComplete="off"
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  )
}

function Mixed({ draft, charge, isLocal, onChange }: WayProps) {
  const t = useWords(shopTexts)
  return (
    <>
      <div className={classes['pair']}>
        <MoneyField
          label={t('cardAmount')}
          value={draft.cardCentavos === 0 ? null : draft.cardCentavos}
          onChange={(amount) => onChange({ cardCentavos: amount ?? 0 })}
        />
        <Reference
          isNeeded={isLocal}
          label={t('cardReference')}
          value={draft.cardReference}
          onChange={(cardReference) => onChange({ cardReference })}
        />
        <MoneyField
          label={t('transferAmount')}
          value={draft.transferCentavos === 0 ? null : draft.transferCentavos}
          onChange={(amount) => onChange({ transferCentavos: amount ?? 0 })}
        />
        <Reference
          isNeeded={isLocal}
          label={t('transferReference')}
          value={draft.transferReference}
          onChange={(transferReference) => onChange({ transferReference })}
        />
      </div>
      {charge.fault !== 'too_much' && charge.cashDueCentavos > 0 && (
        <>
          <p className={classes['rest']}>
            <span>{t('cashRest')}</span>
            <strong>{formatPesos(charge.cashDueCentavos)}</strong>
          </p>
          <CashField
            totalCentavos={charge.cashDueCentavos}
            tenderedCentavos={draft.tenderedCentavos}
            onChange={(tenderedCentavos) => onChange({ tenderedCentavos })}
          />
        </>
      )}
    </>
  )
}

interface ChargingProps {
  isLate: boolean
  onScan: TakeScan
  onFinishOffline: (() => void) | null
}

/** The payment is being sent. The cashier only has to wait. */
export function Charging({ isLate, onScan, onFinishOffline }: ChargingProps) {
  const t = useWords(shopTexts)
  useScans('dialog', onScan)
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} size="sm">
      <Stack align="center" ta="center" py="lg" role="status">
        <Loader />
        <Text fw={700} fz="xl">
          {t('chargingTitle')}
        </Text>
        <Text c="dimmed">{isLate ? t('chargingRetry') : t('chargingHint')}</Text>
        {isLate && onFinishOffline !== null && (
          <>
            <Button h={52} onClick={onFinishOffline}>
              {t('chargingSetAside')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('chargingSetAsideHint')}
            </Text>
          </>
        )}
      </Stack>
    </Modal>
  )
}
