import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { webhookTexts } from './texts.ts'

/** Shows a secret once. It closes only by its button. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useWords(webhookTexts)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={<Text fw={700}>{t('secretTitle')}</Text>}
    >
      <Stack>
        <Text>{t('secretHint')}</Text>
        <CopyField label={t('secret')} value={secret} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('done')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
