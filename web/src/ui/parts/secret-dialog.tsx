import { Modal } from '../layers/modal.tsx'
import { ShownOnce } from './shown-once.tsx'

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
      title={title}
    >
      <ShownOnce hint={hint} values={[{ label, value: secret }]} done={done} onClose={onClose} />
    </Modal>
  )
}
