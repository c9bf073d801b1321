import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCashRegister } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { later } from '../../ui/parts/later.tsx'
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
  const [isOpen, drawer] = useDisclosure(false)
  const { data: shift } = useQuery(shiftQuery(storeId))
  useCommand('shift', drawer.open, { isOn: shift !== undefined })
  // The Z report stays open after its shift has ended.
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCashRegister size={19} stroke={1.7} />}
        aria-keyshortcuts={shortcutOf('shift').key}
        onClick={drawer.open}
        disabled={shift === undefined}
      >
        {shift === null ? t('shiftOpen') : t('shift')}
      </Button>
      {isOpen && <ShiftPlace storeId={storeId} onClose={drawer.close} />}
    </>
  )
}

function ShiftPlace({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const { data: shift } = useQuery(shiftQuery(storeId))
  const [opened] = useDisclosure(shift === null)
  if (opened) return <OpenShift storeId={storeId} onClose={onClose} />
  return <ShiftDrawer storeId={storeId} onClose={onClose} />
}
