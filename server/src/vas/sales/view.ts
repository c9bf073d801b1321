import { centavos } from '../../amounts/centavos.ts'
import { formatPesos } from '../../amounts/format.ts'
import type { Pin } from '../pins/schema.ts'
import { maskedPin } from '../pins/service.ts'
import type { VasKind } from './aggregator.ts'
import { type FailureCode, isRetryable } from './failure.ts'
import { localTime } from './local-time.ts'
import type { SaleRow, StoredPinFace, StoreFace } from './queries.ts'
import type { SaleStatus } from './sale-state.ts'
import type { OutcomeAction, OutcomeVariant, SaleView } from './schema.ts'

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
    outcome: outcome(sale, pin),
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

const outcomes: Record<SaleStatus, { variant: OutcomeVariant; actions: readonly OutcomeAction[] }> = {
  PENDING: { variant: 'PENDING', actions: ['check_again', 'print_provisional'] },
  COMPLETED: { variant: 'APPROVED', actions: ['print', 'new_sale'] },
  FAILED: { variant: 'DECLINED', actions: ['correct_and_retry', 'return_cash', 'new_sale'] },
  REVERSED: { variant: 'REVERSED', actions: ['return_cash', 'print', 'new_sale'] },
}

const reasons: Record<FailureCode, string> = {
  invalid_number: 'El número no es válido o no es de esta compañía.',
  invalid_reference: 'La referencia no existe.',
  number_barred: 'El número está bloqueado por la compañía.',
  not_eligible: 'El número no puede recibir este producto.',
  amount_out_of_range: 'La compañía no acepta este importe.',
  already_paid: 'El adeudo ya fue pagado.',
  overdue_not_accepted: 'El recibo venció y ya no se acepta.',
  limit_reached: 'El número llegó a su límite de recargas.',
  duplicate_at_provider: 'La compañía ya recibió una recarga igual hace unos minutos.',
  carrier_unavailable: 'La compañía no está disponible en este momento.',
  provider_rejected: 'La compañía la rechazó.',
  provider_balance: 'El servicio no está disponible en este momento.',
  provider_unreachable: 'No hubo respuesta de la compañía.',
  expired_hold: 'Pasó el tiempo para confirmarla.',
  canceled: 'La operación fue cancelada.',
  unknown_provider_status: 'La compañía la rechazó.',
}

function outcome(sale: SaleRow, pin: Pin | null): SaleView['outcome'] {
  const status = sale.status as SaleStatus
  const { variant, actions } = outcomes[status]
  const isPin = status === 'COMPLETED' && sale.kind === 'pin'
  return {
    variant: isPin ? 'APPROVED_PIN' : variant,
    message: isPin && pin !== null ? pinMessage(pin) : message(sale, status),
    actions: [...actions],
  }
}

function pinMessage(pin: Pin): string {
  if (pin.code !== null) return 'Venta exitosa: entrega el PIN. Solo se muestra esta vez.'
  if (pin.isRevealed) return 'Venta exitosa. El PIN ya se mostró; un supervisor puede reimprimirlo.'
  return pin.canBeShown
    ? 'Venta exitosa. Consulta la venta para ver el PIN.'
    : 'Venta exitosa. El PIN solo se muestra a quien la hizo, en la misma caja; si no, un supervisor puede reimprimirlo.'
}

function message(sale: SaleRow, status: SaleStatus): string {
  switch (status) {
    case 'PENDING':
      return 'En proceso. No la repitas: llegará, o se devolverá el dinero.'
    case 'COMPLETED':
      return 'Venta exitosa.'
    case 'FAILED':
      return `Rechazada, no se cobró. ${reasons[(sale.failure_code ?? 'provider_rejected') as FailureCode]} Devuelve el dinero al cliente.`
    case 'REVERSED':
      return 'La compañía la revirtió. El saldo volvió a tu cuenta; devuelve el dinero al cliente.'
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
