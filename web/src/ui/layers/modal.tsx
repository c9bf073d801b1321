import { Modal as Frame, type ModalProps } from '@mantine/core'
import { closingOf, type FormLayer } from './form-layer.ts'
import { useLayer } from './layer.ts'

/** A dialog on top of everything that is open. */
export function Modal({ closeOnEscape = true, isSending, ...props }: ModalProps & FormLayer) {
  const closing = closingOf({ ...props, isSending })
  useLayer(props.opened, closeOnEscape, closing.onClose)
  return <Frame {...props} {...closing} closeOnEscape={false} />
}
