import { type DrawerProps, Drawer as Frame } from '@mantine/core'
import { useReducer } from 'react'
import { closingOf, type FormLayer, FormsContext } from './form-layer.ts'
import { useLayer } from './layer.ts'

/** Opens next to the page, for example one record of its list. */
export function Drawer({ closeOnEscape = true, isSending, ...props }: DrawerProps & FormLayer) {
  const [formCount, countForm] = useReducer((count: number, change: 1 | -1) => count + change, 0)
  const closing = closingOf({ ...props, isSending: isSending ?? (formCount > 0 ? false : undefined) })
  useLayer(props.opened, closeOnEscape, closing.onClose)
  return (
    <FormsContext value={countForm}>
      <Frame {...props} {...closing} closeOnEscape={false} />
    </FormsContext>
  )
}
