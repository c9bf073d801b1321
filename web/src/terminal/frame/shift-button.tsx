import { Button } from '@mantine/core'
import { IconCashRegister } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { later } from '../../ui/parts/later.tsx'
import { hasDrawer, usePrinterSettings } from '../../ui/printer/printer-settings.ts'
import { useWords } from '../../ui/words/words.ts'
import { shortcutOf } from '../shortcuts/shortcuts.ts'
import { useCommand } from '../shortcuts/use-command.ts'
import { shiftQuery } from '../store/queries.ts'
import { terminalTexts } from '../words/texts.ts'

const ShiftDrawer = later(async () => (await import('./parts.ts')).parts.ShiftDrawer)
const OpenShift = later(async () => (await import('./parts.ts')).parts.OpenShift)

/** Opens the person's shift from every tab: cash movements, X report, and closing. */
export function ShiftButton({ storeId }: { storeId: string }) {
  const t = useWords(terminalTexts)
  const [opened, setOpened] = useState<'shift' | 'closedShift' | 'noSale' | null>(null)
  const { data: shift } = useQuery(shiftQuery(storeId))
  const usedPrinter = usePrinterSettings()
  const isOn = shift !== undefined
  // Decided on opening, because the Z report stays on the screen after its shift has ended.
  const open = () => setOpened(shift === null ? 'closedShift' : 'shift')
  const close = () => setOpened(null)
  const noSaleReason = shift === null ? t('drawerNoShift') : hasDrawer(usedPrinter) ? null : t('drawerNone')
  useCommand('shift', open, { isOn })
  useCommand('openDrawer', () => setOpened('noSale'), { isOn, reason: noSaleReason })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCashRegister size={19} stroke={1.7} />}
        aria-keyshortcuts={shortcutOf('shift').key}
        onClick={open}
        disabled={!isOn}
      >
        {shift === null ? t('shiftOpen') : t('shift')}
      </Button>
      {opened === 'closedShift' && <OpenShift storeId={storeId} onClose={close} />}
      {(opened === 'shift' || opened === 'noSale') && (
        <ShiftDrawer storeId={storeId} isNoSale={opened === 'noSale'} onClose={close} />
      )}
    </>
  )
}
