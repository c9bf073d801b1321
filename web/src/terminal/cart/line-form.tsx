import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { CartLine } from '@mostrador/client'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { isMeasured, typedQuantity } from '../../ui/format/typed-quantity.ts'
import { focusedFirst } from '../../ui/keys/pointer.ts'
import { useWords } from '../../ui/words/words.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { parseSoldQuantity } from '../selling/money/quantity.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { DiscountForm } from './discount-form.tsx'
import { discountWord } from './discount-word.ts'
import { useCartState } from './use-cart.ts'

interface Props {
  checkout: Pick<
    CartCheckout,
    'store' | 'setQuantity' | 'setNote' | 'remove' | 'addDiscount' | 'removeDiscount'
  >
  line: CartLine
  /** Its goods as this device's catalog has them. */
  goods: GoodsItem | undefined
  onClose: () => void
}

/** Edits one line: quantity, note, discount, or removal. */
export function LineForm({ checkout, line, goods, onClose }: Props) {
  const t = useWords(shopTexts)
  const { cart, isLocal } = useCartState(checkout)
  const [typed, setTyped] = useState(typedQuantity(line.quantity))
  const [note, setNote] = useState(line.note ?? '')
  const quantity = parseSoldQuantity(typed, line.unit)
  const discount = cart?.discounts.find(({ lineItemId }) => lineItemId === line.id)
  const save = () => {
    if (quantity === null) return
    if (quantity !== line.quantity) void checkout.setQuantity(line, quantity, goods)
    if (note.trim() !== (line.note ?? ''))
      void checkout.setNote(line, note.trim() === '' ? null : note.trim())
    onClose()
  }
  return (
    <Stack>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Stack>
          <TextInput
            label={t('quantityOf', { unit: t(`unit.${line.unit}`) })}
            inputMode={isMeasured(line.unit) ? 'decimal' : 'numeric'}
            {...focusedFirst()}
            onFocus={(event) => event.currentTarget.select()}
            value={typed}
            error={quantity === null ? t(isMeasured(line.unit) ? 'quantityFault' : 'piecesFault') : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <TextInput
            label={t('note')}
            placeholder={t('noteHint')}
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="space-between">
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={18} />}
              onClick={() => {
                void checkout.remove(line)
                onClose()
              }}
            >
              {t('remove')}
            </Button>
            <Button type="submit" disabled={quantity === null}>
              {t('done')}
            </Button>
          </Group>
        </Stack>
      </form>
      {isLocal ? null : discount === undefined ? (
        <DiscountForm checkout={checkout} line={line} onClose={onClose} />
      ) : (
        <Button
          variant="default"
          onClick={() => {
            void checkout.removeDiscount(discount.id)
            onClose()
          }}
        >
          {t('discountRemove')} · {t(discountWord(discount))}
        </Button>
      )}
    </Stack>
  )
}
