import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react'

interface Layer {
  /** Higher layers are on top; of two that open together, the inner one. */
  readonly place: number
  readonly close: () => void
}

const layers = new Set<Layer>()
let lastPlace = 0

const nextPlace = () => {
  lastPlace += 1
  return lastPlace
}

/** One Escape closes one layer: the top one, or none if that one does not close by Escape. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.repeat) return
  // An open list or menu inside the layer handles the key itself.
  const isTaken =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (isTaken) return
  const [top] = [...layers].sort((a, b) => b.place - a.place)
  top?.close()
}

function put(layer: Layer): () => void {
  // Added with the first layer, so that listeners for the whole page come first.
  if (layers.size === 0) window.addEventListener('keydown', onKeyDown, { capture: true })
  layers.add(layer)
  return () => {
    layers.delete(layer)
    if (layers.size === 0) window.removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/**
 * A layer over the screen. It closes by Escape only while it is on top. The component library lets every open
 * dialog and drawer listen, so one key press would close all of them, and its stacks hide lower layers and do
 * not mix dialogs with drawers.
 */
export function useLayer(isOpen: boolean, closesOnEscape: boolean, onClose: () => void): void {
  // Taken while rendering, because parents render before their children but mount after them.
  const place = useMemo(() => (isOpen ? nextPlace() : null), [isOpen])
  const close = useEffectEvent(() => {
    if (closesOnEscape) onClose()
  })
  useEffect(() => (place === null ? undefined : put({ place, close: () => close() })), [place])
  useLayoutEffect(() => (place === null ? undefined : returnFocus()), [place])
}

/**
 * Gives the focus back to where it was before the layer opened, unless something has taken it meanwhile. The component
 * library does so only for a layer that is closed, and most of ours are removed while they are open.
 *
 * @returns a function to call when the layer goes
 */
function returnFocus(): () => void {
  const before = document.activeElement
  return () => {
    // The layer is removed after this.
    setTimeout(() => {
      if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true })
    })
  }
}
