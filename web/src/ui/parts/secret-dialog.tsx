import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyField } from '../fields/copy-field.tsx'
import { Modal } from '../layers/modal.tsx'

interface Props {
  title: string
  hint: string
  /** What the secret is called. */
  label: string
  secret: string
  done: string
  onClose: () => void
}

/** Shows a secret once, to be copied. It closes only by its button. */
export function SecretDialog({ title, hint, label, secret, done, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      title={<Text fw={700}>{title}</Text>}
    >
      <Stack>
        <Text>{hint}</Text>
        <CopyField label={label} value={secret} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {done}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
