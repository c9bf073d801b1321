import { useEffect, useEffectEvent, useMemo } from 'react'

interface Layer {
  /** Later ones lie over earlier ones; of two that open at once, the inner one does. */
  readonly place: number
  readonly close: () => void
}

const layers = new Set<Layer>()
let lastPlace = 0

const nextPlace = () => {
  lastPlace += 1
  return lastPlace
}

/** One press closes one layer: the uppermost, or none where that one does not close by Escape. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.repeat) return
  // An open list or menu in the layer takes the key for itself.
  const isTaken =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (isTaken) return
  const [top] = [...layers].sort((a, b) => b.place - a.place)
  top?.close()
}

function put(layer: Layer): () => void {
  // Not before the first layer opens: what listens to the keyboard for the whole page stands in front.
  if (layers.size === 0) window.addEventListener('keydown', onKeyDown, { capture: true })
  layers.add(layer)
  return () => {
    layers.delete(layer)
    if (layers.size === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/**
 * What lies over the screen, and closes by Escape only while nothing lies over it. The component library has every
 * open dialog and drawer listen for itself, so that one press closes all; its stacks hide what is below instead, and
 * are one of dialogs and another of drawers.
 */
export function useLayer(isOpen: boolean, closesOnEscape: boolean, onClose: () => void): void {
  // Taken while drawing, since a parent is drawn before its children and mounted after them.
  const place = useMemo(() => (isOpen ? nextPlace() : null), [isOpen])
  const close = useEffectEvent(() => {
    if (closesOnEscape) onClose()
  })
  useEffect(() => (place === null ? undefined : put({ place, close: () => close() })), [place])
}
