import { NativeSelect } from '@mantine/core'
import type { RefundableOrder } from '@mostrador/client'
import { useWords } from '../ui/words/words.ts'
import { refundWayTexts } from './texts.ts'

/** A refund method that applies to the whole refund, whatever the original payment. */
export type OtherWay = 'CASH' | 'TRANSFER'
const otherWays: readonly OtherWay[] = ['CASH', 'TRANSFER']

interface Props {
  /** What can still be refunded of each payment. */
  payments: RefundableOrder['payments']
  /** `null` for the original payment method. */
  value: OtherWay | null
  onChange: (value: OtherWay | null) => void
}

/** Chooses the original payment method or another, which the approver is shown. */
export function RefundWay({ payments, value, onChange }: Props) {
  const t = useWords(refundWayTexts)
  const paid = [
    ...new Set(
      payments.filter(({ amountLeftCentavos }) => amountLeftCentavos > 0).map(({ method }) => method),
    ),
  ]
  const others = otherWays.filter((way) => paid.some((method) => method !== way))
  if (others.length === 0) return null
  return (
    <NativeSelect
      label={t('label')}
      description={value === null ? undefined : t('otherHint')}
      value={value ?? ''}
      onChange={(event) => onChange(otherWays.find((way) => way === event.currentTarget.value) ?? null)}
      data={[
        { value: '', label: t('original', { ways: paid.map((method) => t(`way.${method}`)).join(', ') }) },
        ...others.map((way) => ({ value: way, label: t(`all.${way}`) })),
      ]}
    />
  )
}
