import { useState } from 'react'
import type { ShownPin } from './pin-card.tsx'

/** Keeps the PIN in clear that this screen received once, because later answers carry it masked. */
export function useKeptPin<P extends ShownPin>(pin: P | null): P | null {
  const [kept, setKept] = useState(pin)
  if (pin?.code != null && pin.code !== kept?.code) setKept(pin)
  return kept?.code == null ? pin : kept
}
