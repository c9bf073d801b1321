import type { Centavos } from '../../amounts/centavos.ts'
import type { TableCell } from '../../spreadsheet/csv.ts'
import { column, tableOf } from '../../spreadsheet/table.ts'
import type { WalletEntry } from './schema.ts'

const names: Record<WalletEntry['kind'], string> = {
  deposit: 'Depósito',
  reserve: 'Venta',
  capture: 'Cobro',
  release: 'Devolución de venta rechazada',
  reverse: 'Reverso',
  correction: 'Corrección',
  settlement_reserve: 'Liquidación',
  settlement_capture: 'Liquidación pagada',
  settlement_release: 'Devolución de liquidación no pagada',
  settlement_return: 'Liquidación devuelta por el banco',
}

const columns = [
  column<WalletEntry>('No.', ({ entryNo }) => String(entryNo)),
  column<WalletEntry>('Fecha', ({ postedAt }) => postedAt.toISOString()),
  column<WalletEntry>('Concepto', ({ kind }) => names[kind]),
  column<WalletEntry>('Folio', ({ folio }) => folio),
  column<WalletEntry>('Importe', ({ amountCentavos }) => decimal(amountCentavos)),
  column<WalletEntry>('Saldo', ({ balanceAfterCentavos }) => decimal(balanceAfterCentavos)),
  column<WalletEntry>('Nota', ({ memo }) => memo),
]

/** The statement as a table, in Spanish. */
export function statementTable(entries: readonly WalletEntry[]): TableCell[][] {
  return tableOf(columns, entries)
}

function decimal(amount: Centavos): string {
  const magnitude = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`
}
