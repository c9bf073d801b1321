import { Button, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { CartLine } from '@mostrador/client'
import { useState } from 'react'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { focusedFirst } from '../../ui/keys/pointer.ts'
import { useWords } from '../../ui/words/words.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  checkout: Pick<CartCheckout, 'addDiscount'>
  /** `null` for the whole cart. */
  line: CartLine | null
  onClose: () => void
}

/** A discount by amount or percentage, with its reason. A cashier's needs approval. */
export function DiscountForm({ checkout, line, onClose }: Props) {
  const t = useWords(shopTexts)
  const store = useStoreChoice()
  const [kind, setKind] = useState<'percent' | 'amount'>('percent')
  const [percent, setPercent] = useState('')
  const [amountCentavos, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const percentageBps = bpsOf(percent)
  const size =
    kind === 'percent'
      ? percentageBps !== null && { percentageBps }
      : amountCentavos !== null && amountCentavos > 0 && { amountCentavos }
  const isWhole = size !== false && reason.trim().length >= 3
  const mayGive = store?.scopes.includes('POS_SALES_APPROVE') ?? false
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (size === false || !isWhole) return
        void checkout.addDiscount({ line, ...size, reason: reason.trim() })
        onClose()
      }}
    >
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={t('discountAdd')}
          value={kind}
          onChange={(value) => setKind(value as 'percent' | 'amount')}
          data={[
            { value: 'percent', label: t('discountPercent') },
            { value: 'amount', label: t('discountAmount') },
          ]}
        />
        {kind === 'percent' ? (
          <TextInput
            label={t('discountPercentValue')}
            {...(line === null && focusedFirst())}
            inputMode="decimal"
            autoComplete="off"
            rightSection="%"
            value={percent}
            onChange={(event) => setPercent(event.currentTarget.value)}
          />
        ) : (
          <MoneyField label={t('discountAmountValue')} value={amountCentavos} onChange={setAmount} />
        )}
        <TextInput
          label={t('discountReason')}
          placeholder={t('discountReasonHint')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {!mayGive && (
          <Text size="sm" c="dimmed">
            {t('discountAsks')}
          </Text>
        )}
        <Button type="submit" variant={line === null ? 'filled' : 'light'} h={48} disabled={!isWhole}>
          {mayGive ? t('discountGive') : t('discountAsk')}
        </Button>
      </Stack>
    </form>
  )
}

/** "12.5" becomes 1250 basis points; at most 100 %. */
function bpsOf(typed: string): number | null {
  if (!/^\d{1,3}(?:[.,]\d{0,2})?$/.test(typed.trim())) return null
  const bps = Math.round(Number(typed.trim().replace(',', '.')) * 100)
  return bps > 0 && bps <= 10_000 ? bps : null
}
