import { Button, Loader, Stack, Text } from '@mantine/core'
import { Modal } from '../../ui/layers/modal.tsx'
import { type TakeScan, useScans } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  isLate: boolean
  onScan: TakeScan
  onFinishOffline: (() => void) | null
}

/** The payment is being sent. The cashier only has to wait. */
export function Charging({ isLate, onScan, onFinishOffline }: Props) {
  const t = useWords(shopTexts)
  useScans('dialog', onScan)
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} size="sm">
      <Stack align="center" ta="center" py="lg" role="status">
        <Loader />
        <Text fw={700} fz="xl">
          {t('chargingTitle')}
        </Text>
        <Text c="dimmed">{isLate ? t('chargingRetry') : t('chargingHint')}</Text>
        {isLate && onFinishOffline !== null && (
          <>
            <Button h={52} onClick={onFinishOffline}>
              {t('chargingSetAside')}
            </Button>
            <Text size="sm" c="dimmed">
              {t('chargingSetAsideHint')}
            </Text>
          </>
        )}
      </Stack>
    </Modal>
  )
}
