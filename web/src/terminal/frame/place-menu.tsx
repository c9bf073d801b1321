import { Menu } from '@mantine/core'
import type { ProfileStore } from '@mostrador/client'
import {
  IconBarcode,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLock,
  IconPrinter,
  IconScale,
} from '@tabler/icons-react'
import { useState } from 'react'
import { displayTexts } from '../../customer-display/texts.ts'
import { useMe } from '../../session/me/me.ts'
import { chooseStore } from '../../session/me/store-choice.ts'
import { KeyCap } from '../../ui/keys/key-cap.tsx'
import { PrinterDialog } from '../../ui/printer/printer-dialog.tsx'
import { ScaleDialog } from '../../ui/scale/scale-dialog.tsx'
import { ScannerDialog } from '../../ui/scanner/scanner-dialog.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useLockMinutes } from '../lock/lock-minutes.ts'
import { LockMinutesDialog } from '../lock/lock-minutes-dialog.tsx'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { ShortcutsDialog } from '../shortcuts/shortcuts-dialog.tsx'
import { shortcutTexts } from '../shortcuts/texts.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { chooseTerminal, useTerminalChoice } from '../store/terminal-choice.ts'
import { terminalTexts } from '../words/texts.ts'
import { PlaceButton } from './place-button.tsx'

const helpKey = shortcutOf('help').key

/** Opens the customer's screen in a window of its own, or brings it to the front. */
const openCustomerDisplay = () =>
  window.open('/caja/pantalla', 'mostrador-pantalla', 'popup,width=1024,height=768')

/** Selects the store, and which of its terminals this device is. */
export function PlaceMenu({ store }: { store: ProfileStore }) {
  const t = useWords(terminalTexts)
  const tKeys = useWords(shortcutTexts)
  const tDisplay = useWords(displayTexts)
  const { stores, terminalId } = useMe()
  const minutes = useLockMinutes()
  const [isLockOpen, setIsLockOpen] = useState(false)
  const [isScannerOpen, setIsScannerOpen] = useState(false)
  const [areKeysOpen, setAreKeysOpen] = useState(false)
  useCommand('help', () => setAreKeysOpen(true))
  const [isPrinterOpen, setIsPrinterOpen] = useState(false)
  const [isScaleOpen, setIsScaleOpen] = useState(false)
  const { terminals, terminal } = useTerminalChoice(store.storeId)
  const check = (isChosen: boolean) => (isChosen ? <IconCheck size={18} /> : <span style={{ width: 18 }} />)
  return (
    <>
      {/* Focus goes to the first item, because Mantine's focus trap element is no menu item. */}
      <Menu width={280} position="bottom-start" withArrow withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <PlaceButton store={store} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('stores')}</Menu.Label>
          {stores.map(({ storeId, name }) => (
            <Menu.Item
              key={storeId}
              leftSection={check(storeId === store.storeId)}
              onClick={() => chooseStore(storeId)}
            >
              {name}
            </Menu.Item>
          ))}
          {terminalId === null && terminals.length > 0 && <Menu.Label>{t('terminals')}</Menu.Label>}
          {(terminalId === null ? terminals : []).map(({ id, name }) => (
            <Menu.Item
              key={id}
              leftSection={check(id === terminal?.id)}
              onClick={() => chooseTerminal(store.storeId, id === terminal?.id ? null : id)}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconLock size={18} />} onClick={() => setIsLockOpen(true)}>
            {t('lockAfter', { minutes })}
          </Menu.Item>
          <Menu.Item leftSection={<IconBarcode size={18} />} onClick={() => setIsScannerOpen(true)}>
            {t('scanner')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={18} />} onClick={() => setIsPrinterOpen(true)}>
            {t('printer')}
          </Menu.Item>
          <Menu.Item leftSection={<IconScale size={18} />} onClick={() => setIsScaleOpen(true)}>
            {t('scale')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDeviceDesktop size={18} />} onClick={openCustomerDisplay}>
            {tDisplay('title')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKeyboard size={18} />}
            rightSection={<KeyCap chord={helpKey} />}
            aria-keyshortcuts={helpKey}
            onClick={() => setAreKeysOpen(true)}
          >
            {tKeys('title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isLockOpen && <LockMinutesDialog onClose={() => setIsLockOpen(false)} />}
      {areKeysOpen && <ShortcutsDialog onClose={() => setAreKeysOpen(false)} />}
      {isScannerOpen && <ScannerDialog onClose={() => setIsScannerOpen(false)} />}
      {isPrinterOpen && <PrinterDialog onClose={() => setIsPrinterOpen(false)} />}
      {isScaleOpen && <ScaleDialog onClose={() => setIsScaleOpen(false)} />}
    </>
  )
}
