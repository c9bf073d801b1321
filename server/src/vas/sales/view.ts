import { centavos } from '../../amounts/centavos.ts'
import { formatPesos } from '../../amounts/format.ts'
import { localTime } from '../../local-time.ts'
import type { Pin } from '../pins/schema.ts'
import { maskedPin } from '../pins/service.ts'
import type { VasKind } from './aggregator.ts'
import { type FailureCode, isRetryable } from './failure.ts'
import { outcomeOf } from './outcome.ts'
import type { SaleRow, StoredPinFace, StoredSale, StoreFace } from './queries.ts'
import type { SaleStatus } from './sale-state.ts'
import type { SaleView } from './schema.ts'

/**
 * A sale as its store sees it, with the outcome that the till shows.
 *
 * @param pin what this answer shows of the code of a completed PIN sale
 */
export function saleView(sale: SaleRow, store: StoreFace, pin: Pin | null): SaleView {
  const total = centavos(sale.amount_centavos + sale.fee_centavos)
  const tendered = sale.tendered_centavos
  const failure = sale.failure_code as FailureCode | null
  return {
    id: sale.id,
    folio: sale.folio,
    storeId: sale.store_id,
    storeName: store.storeName,
    terminalId: sale.terminal_id,
    shiftId: sale.shift_id,
    cashier: { membershipId: sale.membership_id, name: sale.cashier_name },
    kind: sale.kind as VasKind,
    product: {
      id: sale.product_id,
      name: sale.product_name,
      provider: { name: sale.provider_name, slug: sale.provider_slug },
    },
    reference: sale.reference,
    amountCentavos: sale.amount_centavos,
    feeCentavos: sale.fee_centavos,
    totalCentavos: total,
    payment: {
      method: sale.payment_method as SaleView['payment']['method'],
      tenderedCentavos: tendered,
      changeCentavos: tendered === null ? null : centavos(tendered - total),
    },
    funding: {
      source: sale.connection_id === null ? 'WALLET' : 'PLATFORM_BALANCE',
      connectionId: sale.connection_id,
    },
    status: sale.status as SaleStatus,
    outcome: outcomeOf(sale, pin),
    authorization: sale.authorization_code,
    failure:
      sale.status === 'FAILED' && failure !== null
        ? { code: failure, retryable: isRetryable(failure) }
        : null,
    pin,
    receipt: sale.status === 'FAILED' ? [] : receipt(sale, store, pin),
    expectedBy: sale.expected_by,
    createdAt: sale.created_at,
    completedAt: sale.completed_at,
  }
}

const paymentNames: Record<string, string> = { CASH: 'Efectivo', CARD: 'Tarjeta', TRANSFER: 'Transferencia' }

/** The ticket, line by line, in printing order. */
function receipt(sale: SaleRow, store: StoreFace, pin: Pin | null): SaleView['receipt'] {
  const total = centavos(sale.amount_centavos + sale.fee_centavos)
  const line = (label: string, value: string | null) =>
    value === null || value === '' ? [] : [{ label, value }]
  return [
    ...line('Comercio', store.merchantName),
    ...line('Tienda', store.storeName),
    ...line('Domicilio', store.storeAddress),
    ...line('Fecha', localTime(sale.created_at, store.timeZone)),
    ...line('Cajero', sale.cashier_name),
    ...line('Folio', sale.folio),
    ...line('Autorización', sale.authorization_code),
    ...line('Transacción', sale.provider_transaction_ref),
    ...line('Producto', productLine(sale)),
    ...referenceLine(sale),
    ...line('Recibo', sale.statement_reference),
    ...line('PIN', pin?.masked ?? null),
    ...line('Importe', formatPesos(sale.amount_centavos)),
    ...line('Cargo por servicio', sale.fee_centavos === centavos(0) ? null : formatPesos(sale.fee_centavos)),
    ...line('Total', formatPesos(total)),
    ...line('Pago', paymentNames[sale.payment_method] ?? sale.payment_method),
    ...line('Recibido', sale.tendered_centavos === null ? null : formatPesos(sale.tendered_centavos)),
    ...line(
      'Cambio',
      sale.tendered_centavos === null ? null : formatPesos(centavos(sale.tendered_centavos - total)),
    ),
    ...line('Instrucciones', pin?.instructions.join('. ') ?? null),
    ...line('Aplicación', posting(sale)),
    ...line(
      'Aviso',
      sale.status === 'REVERSED' ? 'OPERACIÓN REVERSADA' : 'Conserve su comprobante para aclaraciones',
    ),
  ]
}

/** A phone number grouped for reading aloud; the reference of a bill as on the bill. */
function referenceLine({ kind, reference }: SaleRow) {
  if (reference === null) return []
  return kind === 'airtime'
    ? [{ label: 'Número', value: reference.replace(/^(\d{2})(\d{4})(\d{4})$/, '$1 $2 $3') }]
    : [{ label: 'Referencia', value: reference }]
}

/** The receipt of a stored sale as text for its customer, in Spanish; a PIN in it is masked. */
export function receiptText(sale: StoredSale): string {
  return receipt(sale, sale, maskedPinOf(sale))
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n')
}

const units: Record<string, readonly [string, string]> = {
  HOUR: ['hora', 'horas'],
  DAY: ['día', 'días'],
  WEEK: ['semana', 'semanas'],
  MONTH: ['mes', 'meses'],
}

/** When the biller books the payment. */
function posting({ posting_period: period }: SaleRow): string | null {
  const { quantity, unit, type } = (period ?? {}) as { quantity?: number; unit?: string; type?: string }
  const words = units[unit ?? '']
  if (quantity === undefined || words === undefined) return null
  const business = type === 'BUSINESS' ? (quantity === 1 ? ' hábil' : ' hábiles') : ''
  return `El pago se aplica en ${quantity} ${quantity === 1 ? words[0] : words[1]}${business}`
}

/** The masked PIN of a stored sale; null for a sale without one. */
export function maskedPinOf(sale: StoredPinFace): Pin | null {
  if (sale.pinLastFour === null) return null
  return maskedPin({
    lastFour: sale.pinLastFour,
    usageInfo: sale.pinUsageInfo ?? [],
    terms: sale.pinTerms,
    isRevealed: sale.pinRevealedAt !== null,
    canBeShown: sale.pinCanBeShown,
  })
}

/** Some providers include the carrier's name in the product's. */
function productLine({ provider_name: provider, product_name: product }: SaleRow): string {
  return product.startsWith(provider) ? product : `${provider} ${product}`
}
