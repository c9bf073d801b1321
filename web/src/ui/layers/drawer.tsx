import { type DrawerProps, Drawer as Frame } from '@mantine/core'
import { useLayer } from './layer.ts'

/** Opens next to the page, for example one record of its list. */
export function Drawer({ closeOnEscape = true, ...props }: DrawerProps) {
  useLayer(props.opened, closeOnEscape, props.onClose)
  return <Frame {...props} closeOnEscape={false} />
}
