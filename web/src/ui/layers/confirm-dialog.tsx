import { Button, Group, Text } from '@mantine/core'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'
import { Modal } from './modal.tsx'

interface Props {
  isOpen: boolean
  title: string
  hint: string
  action: string
  isBusy: boolean
  /** Whether the action is being sent; by default `isBusy`. The dialog cannot be closed meanwhile. */
  isSending?: boolean
  fault?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const t = useWords(uiTexts)
  const { isBusy, isSending = isBusy } = props
  return (
    <Modal
      opened={props.isOpen}
      onClose={props.onClose}
      // Nothing was typed that a click beside it could throw away.
      isSending={isSending || undefined}
      title={props.title}
    >
      <Text>{props.hint}</Text>
      {props.fault !== undefined && (
        <Text c="red" mt="sm" role="alert">
          {props.fault}
        </Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} disabled={isSending} data-autofocus>
          {t('cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={props.onConfirm}>
          {props.action}
        </Button>
      </Group>
    </Modal>
  )
}
