import type { VasKind } from '@mostrador/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLockHold } from '../../../session/lock/use-lock-hold.ts'
import { sound } from '../../../ui/sounds/sounds.ts'
import type { Draft, SaleState } from '../../selling/vas/sale-machine.ts'
import { ShiftBanner } from '../../shift/shift-banner.tsx'
import { shiftQuery } from '../../store/queries.ts'
import { LastChange } from '../../tender/last-change.tsx'
import { useLastChange } from '../../tender/use-last-change.ts'
import { AirtimeForm } from '../airtime/airtime-form.tsx'
import { BillForm } from '../bills/bill-form.tsx'
import { useSaleState, useVasCheckouts } from '../checkouts/use-vas-checkouts.ts'
import classes from '../form/sale-form.module.css'
import type { StepProps } from '../form/step-props.ts'
import { PinForm } from '../pins/pin-form.tsx'
import { ConfirmStep } from '../steps/confirm-step.tsx'
import { OutcomeStep } from '../steps/outcome-step.tsx'
import { PendingStep } from '../steps/pending-step.tsx'
import { ProcessingStep } from '../steps/processing-step.tsx'
import { useSaleScans } from './use-sale-scans.ts'

/** The sale of one kind of service, in the current step of its state machine. */
export function SaleTab({ kind, storeId }: { kind: VasKind; storeId: string }) {
  const checkout = useVasCheckouts()[kind]
  const state = useSaleState(checkout)
  // Before the screen is painted: a draft of another store must not be confirmed here.
  useLayoutEffect(() => checkout.enterStore(storeId), [checkout, storeId])
  const queryClient = useQueryClient()
  const { step } = state
  useLockHold(step === 'processing' || step === 'pending')
  useSaleScans(checkout, kind, state)
  useEffect(() => {
    if (step === 'outcome' || step === 'pending') void queryClient.invalidateQueries({ queryKey: ['sales'] })
  }, [step, queryClient])
  useEndSound(state)
  const due = changeDue(state)
  // Begun by the choice of its company.
  const isNextBegun = state.step === 'form' ? state.draft.provider !== null : due === null
  const lastChangeCentavos = useLastChange(due, isNextBegun)
  const props: StepProps = { checkout, kind, storeId }
  switch (state.step) {
    case 'form':
      return (
        <WithShift storeId={storeId}>
          <LastChange centavos={lastChangeCentavos} />
          <SaleForm {...props} draft={state.draft} />
        </WithShift>
      )
    case 'confirm':
      return (
        <WithShift storeId={storeId}>
          <ConfirmStep {...props} draft={state.draft} payment={state.payment} />
        </WithShift>
      )
    case 'processing':
      return <ProcessingStep open={state.open} unansweredCount={state.unansweredCount} />
    case 'pending':
      return (
        <PendingStep {...props} open={state.open} sale={state.sale} nextCheckAtMs={state.nextCheckAtMs} />
      )
    case 'outcome':
      return <OutcomeStep {...props} open={state.open} result={state.result} />
  }
}

/** The change of the sale that has just succeeded; `null`: none has. */
function changeDue(state: SaleState): number | null {
  if (state.step !== 'outcome' || !/^APPROVED/.test(state.result.variant)) return null
  return 'sale' in state.result ? (state.result.sale.payment.changeCentavos ?? 0) : null
}

/** Says how a sale ended that was under way on this screen. */
function useEndSound(state: SaleState): void {
  const { step } = state
  const before = useRef(step)
  const isGood = state.step === 'outcome' && /^APPROVED/.test(state.result.variant)
  useEffect(() => {
    const wasUnderWay = before.current === 'processing' || before.current === 'pending'
    before.current = step
    if (wasUnderWay && step === 'outcome') sound(isGood ? 'paid' : 'declined')
  }, [step, isGood])
}

/** Nothing is sold without a shift, so the form asks to open one. */
function WithShift({ storeId, children }: { storeId: string; children: ReactNode }) {
  const { data: shift } = useQuery(shiftQuery(storeId))
  return (
    <div className={classes['tab']}>
      {shift === null && <ShiftBanner storeId={storeId} />}
      {children}
    </div>
  )
}

function SaleForm(props: StepProps & { draft: Draft }) {
  switch (props.kind) {
    case 'airtime':
      return <AirtimeForm {...props} />
    case 'service':
      return <BillForm {...props} />
    case 'pin':
      return <PinForm {...props} />
  }
}
