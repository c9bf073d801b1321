import { useIsMutating, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, goodsOf } from '../catalog/goods-item.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import { shopTexts } from '../words/shop-texts.ts'
import type { CartDialog } from './cart-dialog.ts'
import { CustomerForm, saveCustomerKey } from './customer-form.tsx'
import { DiscountForm } from './discount-form.tsx'
import { LineForm } from './line-form.tsx'
import { ParkForm } from './park-form.tsx'
import { ParkedCarts } from './parked-carts.tsx'
import { useCartState } from './use-cart.ts'

interface Props {
  dialog: CartDialog
  checkout: CartCheckout
  items: readonly GoodsItem[]
  onClose: () => void
}

export function CartDialogs({ dialog, checkout, items, onClose }: Props) {
  const t = useWords(shopTexts)
  const queryClient = useQueryClient()
  const { busyCount } = useCartState(checkout)
  const isSavingCustomer = useIsMutating({ mutationKey: saveCustomerKey }) > 0
  if (dialog === 'cancel') {
    return (
      <ConfirmDialog
        isOpen
        title={t('cancelTitle')}
        hint={t('cancelHint')}
        action={t('cancelDo')}
        isBusy={busyCount > 0}
        // The cart may be busy with a line for as long as the network takes.
        isSending={false}
        onConfirm={() => void checkout.cancel().then(onClose)}
        onClose={onClose}
      />
    )
  }
  /** @param isSending absent without a form; `false` where the checkout sends it: such a dialog may be closed meanwhile */
  const frame = (title: string, body: ReactNode, isSending?: boolean) => (
    <Modal opened onClose={onClose} isSending={isSending} title={title}>
      {body}
    </Modal>
  )
  if (typeof dialog === 'object') {
    return frame(
      dialog.line.productName,
      <LineForm {...{ checkout, onClose }} line={dialog.line} goods={goodsOf(dialog.line, items)} />,
      false,
    )
  }
  switch (dialog) {
    case 'discount':
      return frame(
        t('discountCart'),
        <DiscountForm checkout={checkout} line={null} onClose={onClose} />,
        false,
      )
    case 'customer':
      return frame(t('customer'), <CustomerForm checkout={checkout} onClose={onClose} />, isSavingCustomer)
    case 'park':
      return frame(
        t('parkTitle'),
        <ParkForm
          onPark={(label) =>
            void checkout.park(label).then(() => {
              void queryClient.invalidateQueries({ queryKey: ['carts'] })
              onClose()
            })
          }
        />,
        false,
      )
    case 'parked':
      return frame(t('parked'), <ParkedCarts checkout={checkout} onClose={onClose} />)
  }
}
