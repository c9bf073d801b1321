import type { StockCountLine } from '@mostrador/client'
import { plain } from '../../../ui/format/plain.ts'
import { type Goods, goodsByCode } from '../inventory/goods.ts'

export type Showing = 'all' | 'missing' | 'different'

export interface Tally {
  readonly total: number
  readonly counted: number
  readonly different: number
}

/** The progress of a count. */
export function tallyOf(lines: readonly StockCountLine[]): Tally {
  return {
    total: lines.length,
    counted: lines.filter(({ counted }) => counted !== null).length,
    different: lines.filter(isDifferent).length,
  }
}

const isDifferent = ({ difference }: StockCountLine) => difference !== null && difference !== 0

/** The lines that match a filter and a search, sorted by name. */
export function linesShown(
  lines: readonly StockCountLine[],
  goods: ReadonlyMap<string, Goods>,
  showing: Showing,
  typed: string,
): StockCountLine[] {
  const wanted = plain(typed)
  const nameOf = ({ variantId }: StockCountLine) => goods.get(variantId)?.name ?? ''
  const isShown = (line: StockCountLine) => {
    if (showing === 'missing' && line.counted !== null) return false
    if (showing === 'different' && !isDifferent(line)) return false
    const known = goods.get(line.variantId)
    return plain(`${known?.name ?? ''} ${known?.sku ?? ''} ${known?.barcodes.join(' ') ?? ''}`).includes(
      wanted,
    )
  }
  return lines.filter(isShown).sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'es'))
}

/** What a scanned code means on a sheet. */
export interface Scanned {
  readonly line: StockCountLine
  /** Goods by weight or measure: their quantity is typed. Of any others a scan counts one. */
  readonly isMeasured: boolean
}

/** The line of the goods that have a scanned code; undefined also for goods that are not on the sheet. */
export function scannedLine(
  lines: readonly StockCountLine[],
  goods: ReadonlyMap<string, Goods>,
  code: string,
): Scanned | undefined {
  const found = goodsByCode(goods.values(), code)
  const line = lines.find(({ variantId }) => variantId === found?.variantId)
  return found && line && { line, isMeasured: found.unit !== 'PIECE' }
}
