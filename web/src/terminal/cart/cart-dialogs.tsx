import { Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/layers/confirm-dialog.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { CartDesk } from '../selling/cart-desk.ts'
import { shopTexts } from '../words/shop-texts.ts'
import type { CartDialog } from './cart-dialog.ts'
import { CustomerForm } from './customer-form.tsx'
import { DiscountForm } from './discount-form.tsx'
import { LineForm } from './line-form.tsx'
import { ParkForm } from './park-form.tsx'
import { ParkedCarts } from './parked-carts.tsx'
import { useCartState } from './use-cart.ts'

interface Props {
  dialog: CartDialog
  desk: CartDesk
  onClose: () => void
}

export function CartDialogs({ dialog, desk, onClose }: Props) {
  const t = useWords(shopTexts)
  const queryClient = useQueryClient()
  const { busyCount } = useCartState(desk)
  if (dialog === 'cancel') {
    return (
      <ConfirmDialog
        isOpen
        title={t('cancelTitle')}
        hint={t('cancelHint')}
        action={t('cancelDo')}
        isBusy={busyCount > 0}
        onConfirm={() => void desk.cancel().then(onClose)}
        onClose={onClose}
      />
    )
  }
  const frame = (title: string, body: ReactNode) => (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={700} fz="lg">
          {title}
        </Text>
      }
    >
      {body}
    </Modal>
  )
  if (typeof dialog === 'object') {
    return frame(dialog.line.productName, <LineForm desk={desk} line={dialog.line} onClose={onClose} />)
  }
  switch (dialog) {
    case 'discount':
      return frame(t('discountCart'), <DiscountForm desk={desk} line={null} onClose={onClose} />)
    case 'customer':
      return frame(t('customer'), <CustomerForm desk={desk} onClose={onClose} />)
    case 'park':
      return frame(
        t('parkTitle'),
        <ParkForm
          onPark={(label) =>
            void desk.park(label).then(() => {
              void queryClient.invalidateQueries({ queryKey: ['carts'] })
              onClose()
            })
          }
        />,
      )
    case 'parked':
      return frame(t('parked'), <ParkedCarts desk={desk} onClose={onClose} />)
  }
}
