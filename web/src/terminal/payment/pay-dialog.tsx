import { SegmentedControl, Stack, Text } from '@mantine/core'
import type { Cart } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatPesos } from '../../ui/format/money.ts'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { hasMouse } from '../../ui/keys/pointer.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
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
  readable,
} from '../selling/money/charge.ts'
import { type Command, shortcutOf } from '../shortcuts/shortcuts.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { storeQuery } from '../store/queries.ts'
import { ChangeDue } from '../tender/change-due.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './pay-dialog.module.css'
import { WayFields } from './way-fields.tsx'

const commandOf = {
  CASH: 'payCash',
  CARD: 'payCard',
  TRANSFER: 'payTransfer',
  MIXED: 'payMixed',
} as const satisfies Record<PaymentWay, Command>

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
export function PayDialog({ addedName, onScan, onClose, ...order }: Props) {
  const t = useWords(shopTexts)
  useScans('dialog', onScan)
  const { way, draft, charge, reason, isKnown, choose, change, tender, submit } = useCharge(order)
  const form = useFieldFocus(way)
  const isInCash = charge.payments.some(({ method }) => method === 'CASH')
  return (
    <Modal opened onClose={onClose} size={620} title={t('payTitle')}>
      <form
        ref={form}
        onKeyDown={(event) => {
          // The Enter that opened this dialog may be held down; its repetition must not charge.
          if (event.key === 'Enter' && event.repeat) event.preventDefault()
        }}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="sm">
          <Due charge={charge} addedName={addedName} />
          <WaySwitch way={way} onChoose={choose} />
          <WayFields
            {...{ way, draft, charge }}
            isLocal={order.isLocal}
            onChange={change}
            onTender={tender}
          />
          <LayerFoot>
            {isInCash && (
              <ChangeDue
                totalCentavos={charge.cashDueCentavos}
                tenderedCentavos={readable(draft.tenderedCentavos)}
              />
            )}
            <AllowedButton
              type="submit"
              size="lg"
              h={60}
              fullWidth
              reason={reason}
              loading={!isKnown}
              rightSection={<KeyCap chord="Enter" />}
            >
              {t('charge', { amount: formatPesos(charge.chargedCentavos) })}
            </AllowedButton>
          </LayerFoot>
        </Stack>
      </form>
    </Modal>
  )
}

/** What is charged, how, and why it cannot be yet. */
function useCharge({ cart, isLocal, isBusy, onPay }: Pick<Props, 'cart' | 'isLocal' | 'isBusy' | 'onPay'>) {
  const t = useWords(shopTexts)
  const { data: store } = useQuery(storeQuery(cart.storeId))
  const [way, setWay] = useState<PaymentWay>('CASH')
  const [draft, setDraft] = useState<PaymentDraft>(cashOnly)
  const chargeFor = (of: PaymentDraft) =>
    chargeOf(way, of, cart.totalCentavos, store?.cashRoundingCentavos ?? 0, isLocal)
  const charge = chargeFor(draft)
  const reasonOf = ({ fault }: Charge) => {
    if (fault === 'no_reference') return t('referenceNeeded')
    if (fault !== null) return t(`chargeFault.${fault}`)
    return isBusy ? t('payReason.busy') : null
  }
  const submit = (next = charge) => {
    if (reasonOf(next) === null && store !== undefined) onPay(next.payments)
  }
  return {
    ...{ way, draft, charge },
    reason: reasonOf(charge),
    isKnown: store !== undefined,
    choose: (chosen: PaymentWay) => {
      setWay(chosen)
      setDraft(cashOnly)
    },
    change: (part: Partial<PaymentDraft>) => setDraft((present) => ({ ...present, ...part })),
    tender: (tenderedCentavos: number) => {
      const tendered = { ...draft, tenderedCentavos }
      setDraft(tendered)
      submit(chargeFor(tendered))
    },
    submit: () => submit(),
  }
}

function Due({ charge, addedName }: { charge: Charge; addedName: string | null }) {
  const t = useWords(shopTexts)
  return (
    <>
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
    </>
  )
}

function WaySwitch({ way, onChoose }: { way: PaymentWay; onChoose: (way: PaymentWay) => void }) {
  const t = useWords(shopTexts)
  useWayKeys(onChoose)
  return (
    <SegmentedControl
      fullWidth
      size="md"
      aria-label={t('payWith')}
      value={way}
      onChange={(value) => onChoose(value as PaymentWay)}
      data={paymentWays.map((each) => ({
        value: each,
        label: (
          <span className={classes['way']}>
            <span>{t(`method.${each}`)}</span> <KeyCap chord={shortcutOf(commandOf[each]).key} />
          </span>
        ),
      }))}
    />
  )
}

function useWayKeys(choose: (way: PaymentWay) => void): void {
  useCommand('payCash', () => choose('CASH'))
  useCommand('payCard', () => choose('CARD'))
  useCommand('payTransfer', () => choose('TRANSFER'))
  useCommand('payMixed', () => choose('MIXED'))
}

/** Another way of paying has other fields: its first one takes the focus, on devices with a mouse. */
function useFieldFocus(way: PaymentWay) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(way)
  useEffect(() => {
    if (shown.current === way) return
    shown.current = way
    if (hasMouse()) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [way])
  return form
}
