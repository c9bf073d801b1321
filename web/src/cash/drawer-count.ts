import type { ShiftClosing } from '@mostrador/client'
import { useState } from 'react'
import { useCountSettings } from './count-settings.ts'
import { type Count, piecesCentavos, sentPieces } from './denominations.ts'

/** What was typed so far, in both ways of counting. */
export interface Counting {
  readonly pieces: Count
  readonly totalCentavos: number | null
}

/** The count of a drawer, in the way that this device counts. */
export function useDrawerCount() {
  const { isByTotal } = useCountSettings()
  const [counting, setCounting] = useState<Counting>({ pieces: {}, totalCentavos: null })
  const { pieces, totalCentavos } = counting
  const sent: Pick<ShiftClosing, 'denominations' | 'countedCentavos'> = isByTotal
    ? { countedCentavos: totalCentavos ?? 0 }
    : { denominations: sentPieces(pieces) }
  return {
    counting,
    setCounting,
    countedCentavos: isByTotal ? (totalCentavos ?? 0) : piecesCentavos(pieces),
    isEntered: isByTotal ? totalCentavos !== null : Object.keys(pieces).length > 0,
    /** The count in the API's shape. */
    sent,
  }
}
