import { NativeSelect } from '@mantine/core'
import type { RefundableOrder } from '@mostrador/client'
import { useWords } from '../ui/words/words.ts'
import { refundWayTexts } from './texts.ts'

/** A way in which all of it goes back, whatever paid for it. */
export type OtherWay = 'CASH' | 'TRANSFER'
const otherWays: readonly OtherWay[] = ['CASH', 'TRANSFER']

interface Props {
  /** What is left of each payment of the sale. */
  payments: RefundableOrder['payments']
  /** `null`: the way it came. */
  value: OtherWay | null
  onChange: (value: OtherWay | null) => void
}

/** The way it came, or another one that whoever gives their leave is told of. */
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
