import { type DrawerProps, Drawer as Frame } from '@mantine/core'
import { useState } from 'react'
import { closingOf, type FormLayer, HasFormContext } from './form-layer.ts'
import { useLayer } from './layer.ts'

/** Opens next to the page, for example one record of its list. */
export function Drawer({ closeOnEscape = true, isSending, ...props }: DrawerProps & FormLayer) {
  const [hasForm, setHasForm] = useState(false)
  const closing = closingOf({ ...props, isSending: isSending ?? (hasForm ? false : undefined) })
  useLayer(props.opened, closeOnEscape, closing.onClose)
  return (
    <HasFormContext value={setHasForm}>
      <Frame {...props} {...closing} closeOnEscape={false} />
    </HasFormContext>
  )
}
