import type { TableCell } from '../../spreadsheet/csv.ts'
import { column, tableOf } from '../../spreadsheet/table.ts'
import type { AuditEntry } from './schema.ts'

const columns = [
  column<AuditEntry>('Fecha (UTC)', ({ at }) => at.toISOString().replace('T', ' ').slice(0, 19)),
  column<AuditEntry>('Acción', ({ action }) => action),
  column<AuditEntry>('Persona', ({ userName }) => userName),
  column<AuditEntry>('Registro', ({ entity }) => entity),
  column<AuditEntry>('Id del registro', ({ entityId }) => entityId),
  column<AuditEntry>('Antes', ({ before }) => facts(before)),
  column<AuditEntry>('Después', ({ after }) => facts(after)),
  column<AuditEntry>('Id de la persona', ({ userId }) => userId),
  column<AuditEntry>('Comercio', ({ merchantId }) => merchantId),
  column<AuditEntry>('Tienda', ({ storeId }) => storeId),
  column<AuditEntry>('Entrada', ({ id }) => id),
]

/** The audit log as a table, with names of people and their ids. */
export function auditTable(entries: readonly AuditEntry[]): TableCell[][] {
  return tableOf(columns, entries)
}

/** Maximum characters of a spreadsheet cell. */
const mostCharacters = 32_767

function facts(value: AuditEntry['before']): string | null {
  return value === null ? null : JSON.stringify(value).slice(0, mostCharacters)
}
