import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCashRegister } from '@tabler/icons-react'
import { useWords } from '../../ui/words/words.ts'
import { OpenShift } from './open-shift.tsx'
import { shiftTexts } from './texts.ts'

/** Asks to open a shift, without which nothing can be charged. */
export function ShiftBanner({ storeId }: { storeId: string }) {
  const t = useWords(shiftTexts)
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Alert color="cempasuchil" variant="light" icon={<IconCashRegister size={24} />} py="xs" mb="sm">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={700}>{t('none')}</Text>
          <Text size="sm">{t('noneHint')}</Text>
        </div>
        <Button onClick={dialog.open}>{t('open')}</Button>
      </Group>
      {isOpen && <OpenShift storeId={storeId} onClose={dialog.close} />}
    </Alert>
  )
}
