import { type DrawerProps, Drawer as Frame } from '@mantine/core'
import { useLayer } from './layer.ts'

/** What is opened beside the page, such as one record of its list. */
export function Drawer({ closeOnEscape = true, ...props }: DrawerProps) {
  useLayer(props.opened, closeOnEscape, props.onClose)
  return <Frame {...props} closeOnEscape={false} />
}
