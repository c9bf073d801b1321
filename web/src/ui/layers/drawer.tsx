import { type DrawerProps, Drawer as Frame } from '@mantine/core'
import { closingOf, type FormLayer } from './form-layer.ts'
import { useLayer } from './layer.ts'

/** Opens next to the page, for example one record of its list. */
export function Drawer({ closeOnEscape = true, isSending, ...props }: DrawerProps & FormLayer) {
  const closing = closingOf({ ...props, isSending })
  useLayer(props.opened, closeOnEscape, closing.onClose)
  return <Frame {...props} {...closing} closeOnEscape={false} />
}
