import { isProblem } from '@mostrador/client'

/** Every fault that a cell of an imported file can have; docs/product-import.md explains each. */
const codes = [
  'amount_not_accepted',
  'barcode_check_digit',
  'barcode_not_accepted',
  'barcode_numeric_cell',
  'barcode_repeated_in_file',
  'barcode_taken',
  'column_repeated',
  'formula_cell',
  'merged_cell',
  'name_missing',
  'name_taken',
  'not_of_variants',
  'price_missing',
  'sku_numeric_cell',
  'sku_of_variant',
  'sku_repeated_in_file',
  'sku_taken',
  'stock_not_accepted',
  'tax_unknown',
  'text_not_accepted',
  'unit_in_fractions',
  'unit_of_open_price',
  'unit_unknown',
  'unreadable_cell',
  'variant_repeated_in_file',
  'variant_taken',
  'variant_without_product',
] as const
export type FaultCode = (typeof codes)[number]

export interface CellFault {
  readonly row: number
  readonly column: string
  readonly field: string
  readonly code: FaultCode
  /** For a duplicate: the row of its first occurrence. */
  readonly firstRow?: number
}

/** The cell faults listed in a refusal. Empty when the file was refused for another reason. */
export function cellFaults(error: unknown): readonly CellFault[] {
  if (!isProblem(error, 'product_rows_invalid') || !Array.isArray(error.extras['rows'])) return []
  return (error.extras['rows'] as CellFault[]).map((fault) => ({
    ...fault,
    code: codes.includes(fault.code) ? fault.code : 'unreadable_cell',
  }))
}
