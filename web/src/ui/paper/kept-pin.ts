import { useState } from 'react'
import type { ShownPin } from './pin-card.tsx'

/** The code in clear that this screen was given once, although whoever asks again gets it masked. */
export function useKeptPin<P extends ShownPin>(pin: P | null): P | null {
  const [kept, setKept] = useState(pin)
  if (pin?.code != null && pin.code !== kept?.code) setKept(pin)
  return kept?.code == null ? pin : kept
}
