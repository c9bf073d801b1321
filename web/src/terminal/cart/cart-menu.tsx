import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconClockPause, IconDiscount2, IconDots, IconTag, IconTrash, IconUser } from '@tabler/icons-react'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type Command, shortcutOf } from '../shortcuts/shortcuts.ts'
import { shopTexts } from '../words/shop-texts.ts'
import type { CartDialog } from './cart-dialog.ts'

interface Props {
  isEmpty: boolean
  /** The cart exists on this device only, so what involves others has to wait. */
  isLocal: boolean
  onChoose: (dialog: CartDialog) => void
  onCheckPrice: () => void
}

/** The shortcut of a menu's item, for screen readers and, with a mouse, for everybody. */
const keyed = (command: Command) => {
  const { key } = shortcutOf(command)
  return { 'aria-keyshortcuts': key, rightSection: <KeyCap chord={key} /> }
}

/** What is done with a cart less often than charging it. */
export function CartMenu({ isEmpty, isLocal, onChoose, onCheckPrice }: Props) {
  const t = useWords(shopTexts)
  const hint = isLocal ? { 'aria-description': t('localOnly'), title: t('localOnly') } : {}
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        px="xs"
        leftSection={<IconClockPause size={18} />}
        disabled={isLocal}
        aria-keyshortcuts={shortcutOf('park').key}
        {...hint}
        onClick={() => onChoose(isEmpty ? 'parked' : 'park')}
      >
        {t('parked')}
      </Button>
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
            {...keyed('discount')}
            {...hint}
            onClick={() => onChoose('discount')}
          >
            {t('discountAdd')}
          </Menu.Item>
          <Menu.Item
            h={46}
            leftSection={<IconUser size={18} />}
            disabled={isEmpty || isLocal}
            {...keyed('customer')}
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
          <Menu.Item
            h={46}
            leftSection={<IconTag size={18} />}
            {...keyed('priceCheck')}
            onClick={onCheckPrice}
          >
            {t('priceCheck.title')}
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
    </>
  )
}
