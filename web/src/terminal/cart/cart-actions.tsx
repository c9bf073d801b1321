import { ActionIcon, Menu } from '@mantine/core'
import { IconClockPause, IconDiscount2, IconDots, IconTrash, IconUser } from '@tabler/icons-react'
import { useShopWords } from '../shop-words.ts'
import type { CartDialog } from './cart-dialog.ts'

export interface CartActionsProps {
  isEmpty: boolean
  /** The cart is on this device alone: what others take part in has to wait. */
  isLocal: boolean
  onChoose: (dialog: CartDialog) => void
}

/** What can be done with the whole cart. */
export function CartActions({ isEmpty, isLocal, onChoose }: CartActionsProps) {
  const t = useShopWords()
  const hint = isLocal ? { 'aria-description': t('localOnly'), title: t('localOnly') } : {}
  return (
    <Menu position="bottom-end" width={250} withArrow>
      <Menu.Target>
        <ActionIcon aria-label={t('cartMenu')}>
          <IconDots size={22} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          h={46}
          leftSection={<IconDiscount2 size={18} />}
          disabled={isEmpty || isLocal}
          {...hint}
          onClick={() => onChoose('discount')}
        >
          {t('discountAdd')}
        </Menu.Item>
        <Menu.Item
          h={46}
          leftSection={<IconUser size={18} />}
          disabled={isEmpty || isLocal}
          {...hint}
          onClick={() => onChoose('customer')}
        >
          {t('customer')}
        </Menu.Item>
        <Menu.Item
          h={46}
          leftSection={<IconClockPause size={18} />}
          disabled={isLocal}
          {...hint}
          onClick={() => onChoose('parked')}
        >
          {t('parked')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          h={46}
          color="red"
          leftSection={<IconTrash size={18} />}
          disabled={isEmpty}
          onClick={() => onChoose('cancel')}
        >
          {t('cancel')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
