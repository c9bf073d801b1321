import { Modal as Frame, type ModalProps } from '@mantine/core'
import { useLayer } from './layer.ts'

/** A dialog on top of everything that is open. */
export function Modal({ closeOnEscape = true, ...props }: ModalProps) {
  useLayer(props.opened, closeOnEscape, props.onClose)
  return <Frame {...props} closeOnEscape={false} />
}
