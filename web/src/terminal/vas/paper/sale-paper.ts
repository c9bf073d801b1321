import type { GiftPin, VasSale } from '@mostrador/client'
import { linesPaper, type PaperDocument } from '../../../ui/paper/paper-document.ts'
import { groupCode } from '../../../ui/paper/pin-card.tsx'

/** A sale's receipt. The lines come from the server, which masks a PIN in them. */
export const salePaper = (sale: VasSale): PaperDocument => linesPaper(null, sale.receipt)

/** The same with its PIN in clear; `null` when this screen does not have it. */
export function salePaperWithPin(sale: VasSale, pin: GiftPin | null): PaperDocument | null {
  const code = pin?.code
  return code == null ? null : [{ kind: 'code', label: 'PIN', value: groupCode(code) }, ...salePaper(sale)]
}
