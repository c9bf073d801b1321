import type { SheetRow } from './workbook.ts'

/** What a column may hold, with the names that it goes by: folded, in Spanish and English. */
const aliases = {
  iccid: [
    'iccid',
    'icc',
    'iccidnumber',
    'numeroiccid',
    'numerodeiccid',
    'niccid',
    'sim',
    'simnumber',
    'numerosim',
  ],
  msisdn: [
    'msisdn',
    'telefono',
    'numerotelefonico',
    'numerodetelefono',
    'numero',
    'linea',
    'celular',
    'dn',
    'phone',
    'phonenumber',
  ],
  imsi: ['imsi'],
  carrier: ['carrier', 'compania', 'companiatelefonica', 'operador', 'operadora', 'operator', 'company'],
  batch: ['batch', 'lote', 'lot'],
  cost: ['cost', 'costo', 'costounitario', 'unitcost', 'preciodecosto'],
  price: ['price', 'precio', 'precioventa', 'preciodeventa', 'preciopublico', 'precioalpublico'],
  pin: ['pin', 'pin1'],
  puk: ['puk', 'puk1'],
  expiry: [
    'expiry',
    'expires',
    'expiration',
    'expirydate',
    'expirationdate',
    'caducidad',
    'fechadecaducidad',
    'vencimiento',
    'fechadevencimiento',
    'vigencia',
  ],
} as const satisfies Record<string, readonly string[]>

export type ChipField = keyof typeof aliases

/** Which column holds what; the columns that nobody asked for are not in it. */
export interface Header {
  readonly row: number
  readonly columns: ReadonlyMap<ChipField, number>
  /** Named twice: nobody knows which one is meant. */
  readonly repeated: readonly { readonly field: ChipField; readonly column: number }[]
}

const fieldOf = new Map<string, ChipField>(
  (Object.keys(aliases) as ChipField[]).flatMap((field) => aliases[field].map((name) => [name, field])),
)

/** The header that this row is, if it names a column of ICCIDs. */
export function headerOf(row: SheetRow): Header | undefined {
  const columns = new Map<ChipField, number>()
  const repeated: { field: ChipField; column: number }[] = []
  for (const [column, { kind, text }] of row.cells) {
    const field = kind === 'text' ? fieldOf.get(fold(text)) : undefined
    if (field === undefined) continue
    if (columns.has(field)) repeated.push({ field, column })
    else columns.set(field, column)
  }
  return columns.has('iccid') ? { row: row.number, columns, repeated } : undefined
}

/** `2` is C, as the spreadsheet names its columns. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** Without accents, case, and anything but letters and digits: `Compañía *` is `compania`. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}
