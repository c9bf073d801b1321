import { Alert, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCashRegister } from '@tabler/icons-react'
import { later } from '../../ui/later.tsx'
import { useShopWords } from '../words/shop-words.ts'

const OpenShift = later(async () => (await import('./open-shift.tsx')).OpenShift)

/** Nothing is charged without a shift; the way to one is here. */
export function ShiftBanner({ storeId }: { storeId: string }) {
  const t = useShopWords()
  const [isOpen, dialog] = useDisclosure(false)
  return (
    <Alert color="cempasuchil" variant="light" icon={<IconCashRegister size={24} />} py="xs" mb="sm">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text fw={700}>{t('shift.none')}</Text>
          <Text size="sm">{t('shift.noneHint')}</Text>
        </div>
        <Button onClick={dialog.open}>{t('shift.open')}</Button>
      </Group>
      {isOpen && <OpenShift storeId={storeId} onClose={dialog.close} />}
    </Alert>
  )
}
