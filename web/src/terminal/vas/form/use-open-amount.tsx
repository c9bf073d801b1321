import { Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useWords } from '../../../ui/words/words.ts'
import { type Draft, missingPart } from '../../selling/vas/sale-machine.ts'
import { terminalTexts } from '../../words/texts.ts'
import { amountFault, saidByCustomer } from '../rules/owed.ts'
import { AmountField } from './amount-field.tsx'
import type { NextPart } from './form-frame.tsx'
import type { StepProps } from './step-props.ts'

/** The part of a form that asks for the amount of a top-up or a PIN with a range of amounts; `null` when it is known. */
export function useOpenAmount({
  checkout,
  draft,
}: Pick<StepProps, 'checkout'> & { draft: Draft }): { next: NextPart; field: ReactNode } | null {
  const t = useWords(terminalTexts)
  const [typed, setTyped] = useState<{ productId: string; centavos: number | null } | null>(null)
  const { product } = draft
  // The next customer may take the same product, for another amount.
  if (typed !== null && typed.productId !== product?.id) setTyped(null)
  if (product === null || product.kind === 'service' || missingPart(draft) !== 'amount') return null
  const amountCentavos = typed?.productId === product.id ? typed.centavos : draft.amountCentavos
  return {
    next: {
      action: t('proceed'),
      reason:
        amountFault(product, saidByCustomer, amountCentavos) === null ? null : t('proceedMissing.amount'),
      onAction: () => {
        checkout.dispatch({ type: 'amountTyped', amountCentavos })
        checkout.dispatch({ type: 'reviewed' })
      },
    },
    field: (
      <>
        <Title order={2} mb="md">
          {t('productTitle')}
        </Title>
        <AmountField
          key={product.id}
          product={product}
          owed={saidByCustomer}
          rule={null}
          amountCentavos={amountCentavos}
          onAmount={(centavos) => setTyped({ productId: product.id, centavos })}
        />
      </>
    ),
  }
}
