import { v7 as uuidV7 } from 'uuid'
import type { ProductField } from './import-columns.ts'
import type { ProductRow, VariantRow } from './import-file.ts'
import type { Known } from './import-known.ts'
import type { ProductFaultCode } from './schema.ts'

export interface PlannedVariant extends VariantRow {
  readonly id: string
  readonly productId: string
  readonly position: number
  readonly isNew: boolean
  /** Whether the row's stock is imported. */
  readonly takesStock: boolean
}

/** Reports a cell that cannot be imported. */
export type Refuse = (
  row: { readonly row: number },
  field: ProductField,
  code: ProductFaultCode,
  firstRow?: number,
) => unknown

interface Parent extends Pick<ProductRow, 'variants'> {
  readonly id: string
  readonly tracksStock: boolean
}

/** The variants of a file, and those that leave their name first, because another one takes it. */
export function variantsOf(
  products: readonly Parent[],
  { bySku, form }: Known,
  fault: Refuse,
): { variants: readonly PlannedVariant[]; renamedFirst: readonly string[] } {
  /** The rows of known variants. */
  const meant = new Map<string, number>()
  const named: { readonly variant: PlannedVariant; readonly holder: string | undefined }[] = []
  for (const product of products) {
    for (const [index, row] of product.variants.entries()) {
      const known = bySku(row.sku)
      const isTaken = known !== undefined && (known.productId !== product.id || known.id === product.id)
      if (isTaken) fault(row, 'sku', 'sku_taken')
      const ofName = form(product.id, row.name)
      const knownId = known?.id ?? ofName
      const firstRow = knownId === undefined ? undefined : meant.get(knownId)
      // One row matches it by SKU and another by name, so it is ambiguous.
      if (firstRow !== undefined) fault(row, 'variant', 'variant_repeated_in_file', firstRow)
      if (knownId !== undefined && firstRow === undefined) meant.set(knownId, row.row)
      const variant = {
        ...row,
        id: knownId ?? uuidV7(),
        productId: product.id,
        position: index + 1,
        isNew: knownId === undefined,
        takesStock: knownId === undefined && product.tracksStock,
      }
      named.push({ variant, holder: isTaken || ofName === knownId ? undefined : ofName })
    }
  }
  for (const { variant, holder } of named)
    if (holder !== undefined && !meant.has(holder)) fault(variant, 'variant', 'variant_taken')
  return {
    variants: named.map(({ variant }) => variant),
    renamedFirst: named.flatMap(({ holder }) => (holder === undefined ? [] : [holder])),
  }
}
