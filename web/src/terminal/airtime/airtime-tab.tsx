import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSaleDesk, useSaleState } from '../account-desk.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { OutcomeStep } from './outcome-step.tsx'
import { PendingStep } from './pending-step.tsx'
import { ProcessingStep } from './processing-step.tsx'
import { SaleForm } from './sale-form.tsx'
import type { StepProps } from './step-props.ts'

/** The sale of airtime: whatever step the machine is in, and nothing else. */
export function AirtimeTab({ storeId }: { storeId: string }) {
  const desk = useSaleDesk()
  const state = useSaleState(desk)
  const queryClient = useQueryClient()
  const { step } = state
  useEffect(() => {
    if (step === 'outcome' || step === 'pending') void queryClient.invalidateQueries({ queryKey: ['sales'] })
  }, [step, queryClient])
  const props: StepProps = { desk, storeId }
  switch (state.step) {
    case 'form':
      return <SaleForm {...props} draft={state.draft} />
    case 'confirm':
      return <ConfirmStep {...props} draft={state.draft} payment={state.payment} />
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
