import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import { terminalTexts } from '../words/texts.ts'
import { chooseLockMinutes, lockChoices, useLockMinutes } from './lock-minutes.ts'

/** Sets how many idle minutes lock this device. */
export function LockMinutesDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(terminalTexts)
  const minutes = useLockMinutes()
  return (
    <Modal opened onClose={onClose} size={420} title={t('lockAfterTitle')}>
      <Stack>
        <Text>{t('lockAfterHint')}</Text>
        <SegmentedControl
          fullWidth
          aria-label={t('lockAfterTitle')}
          value={String(minutes)}
          onChange={(value) => {
            const chosen = lockChoices.find((each) => String(each) === value)
            if (chosen !== undefined) chooseLockMinutes(chosen)
          }}
          data={lockChoices.map((each) => ({
            value: String(each),
            label: t('lockMinutes', { minutes: each }),
          }))}
        />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('lockAfterDone')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
