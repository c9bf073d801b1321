import type { TableCell } from '../../spreadsheet/csv.ts'
import { type Column, column, pesos, tableOf } from '../../spreadsheet/table.ts'
import type { Figures, Grouping, ReportRow, SalesReport } from './schema.ts'

const headings: Readonly<Record<Grouping, string>> = {
  day: 'Día',
  hour: 'Hora',
  product: 'Producto',
  category: 'Categoría',
  cashier: 'Cajero',
  method: 'Forma de pago',
  vas_kind: 'Servicio',
  store: 'Tienda',
  tax_rate: 'Tasa de impuesto',
}

const words: Readonly<Record<string, string>> = {
  CASH: 'Efectivo',
  CARD: 'Tarjeta',
  TRANSFER: 'Transferencia',
  airtime: 'Tiempo aire',
  pin: 'Pines',
  service: 'Pago de servicios',
  EXEMPT: 'Exento',
}

type Measure = keyof Figures

const measureTitles: Readonly<Record<Measure, string>> = {
  orderCount: 'Ventas',
  itemQuantity: 'Artículos',
  grossCentavos: 'Importe bruto',
  discountCentavos: 'Descuentos',
  totalCentavos: 'Total vendido',
  taxCentavos: 'Impuestos',
  netCentavos: 'Total sin impuestos',
  roundingCentavos: 'Redondeo',
  costCentavos: 'Costo',
  refundCount: 'Devoluciones',
  refundCentavos: 'Importe devuelto',
  refundTaxCentavos: 'Impuestos devueltos',
  refundRoundingCentavos: 'Redondeo de devoluciones',
  refundCostCentavos: 'Costo devuelto',
  vasCount: 'Servicios vendidos',
  vasAmountCentavos: 'Importe de servicios',
  vasFeeCentavos: 'Cargos al cliente',
  vasCommissionCentavos: 'Comisiones ganadas',
  vasPendingCount: 'Servicios en proceso',
  vasPendingCentavos: 'Importe en proceso',
}

/** A report as a table: without empty columns, and with totals at the end. */
export function salesTable({ by, rows, totals }: SalesReport): TableCell[][] {
  const measures = (Object.keys(measureTitles) as Measure[]).filter((name) =>
    rows.some((row) => row[name] !== null),
  )
  const columns: Column<ReportRow>[] = [
    column(headings[by], (row) => nameOf(by, row)),
    ...measures.map((name) => column<ReportRow>(measureTitles[name], (row) => measured(name, row))),
  ]
  const table = tableOf(columns, rows)
  return rows.length === 0 ? table : [...table, ['Total', ...measures.map((name) => measured(name, totals))]]
}

function measured(name: Measure, figures: Figures): number | null {
  const value = figures[name]
  return name.endsWith('Centavos') ? pesos(value) : value
}

function nameOf(by: Grouping, { key, label }: ReportRow): string {
  if (label !== null) return label
  if (by === 'hour') return `${key}:00`
  if (by === 'category' && key === '') return 'Sin categoría'
  if (by === 'tax_rate' && key !== 'EXEMPT') return `${Number(key) / 100} %`
  return words[key] ?? key
}
