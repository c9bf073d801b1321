import type { Centavos } from '../../amounts/centavos.ts'
import { csvText } from '../../spreadsheet/csv.ts'
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

/** The statement as CSV (RFC 4180) in Spanish; no cell can run as a formula. */
export function csvOf(entries: readonly WalletEntry[]): string {
  const header = ['No.', 'Fecha', 'Concepto', 'Folio', 'Importe', 'Saldo', 'Nota']
  const rows = entries.map((entry) => [
    String(entry.entryNo),
    entry.postedAt.toISOString(),
    names[entry.kind],
    entry.folio ?? '',
    decimal(entry.amountCentavos),
    decimal(entry.balanceAfterCentavos),
    entry.memo ?? '',
  ])
  return csvText([header, ...rows])
}

function decimal(amount: Centavos): string {
  const magnitude = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${magnitude / 100n}.${(magnitude % 100n).toString().padStart(2, '0')}`
}
