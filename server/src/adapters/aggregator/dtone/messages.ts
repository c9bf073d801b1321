/**
 * The provider's formats, as received. Reading is lenient: unknown fields are ignored, unknown enumeration
 * members are kept as text, and missing values are undefined. A message is unreadable only without its id or
 * its status.
 */
export interface WireTransaction {
  readonly id: string
  readonly externalId: string
  readonly statusClassId: number
  readonly statusMessage: string
  readonly createdAt: Date | undefined
  readonly expiresAt: Date | undefined
  readonly operatorReference: string | undefined
  readonly pinCode: string | undefined
  readonly pinSerial: string | undefined
  /** Face value, if the provider gives it in Mexican pesos. */
  readonly facePesos: number | undefined
  /** What the ordering customer pays including the fee, if given in Mexican pesos. */
  readonly wholesalePesos: number | undefined
  readonly isToAccount: boolean
  readonly productId: string | undefined
  /** E.164, or an account number. */
  readonly creditParty: string | undefined
  readonly purchaserId: string | undefined
}

type Fields = Readonly<Record<string, unknown>>

export function readTransaction(value: unknown): WireTransaction | undefined {
  const id = identifier(at(value, 'id'))
  const externalId = text(at(value, 'external_id'))
  const statusClassId = number(at(value, 'status', 'class', 'id'))
  if (id === undefined || externalId === undefined || statusClassId === undefined) return undefined
  return {
    id,
    externalId,
    statusClassId,
    statusMessage: text(at(value, 'status', 'message')) ?? `class ${statusClassId}`,
    createdAt: date(at(value, 'creation_date')),
    expiresAt: date(at(value, 'confirmation_expiration_date')),
    operatorReference: text(at(value, 'operator_reference')),
    pinCode: text(at(value, 'pin', 'code')),
    pinSerial: text(at(value, 'pin', 'serial')),
    facePesos:
      inPesos(at(value, 'adjusted_values', 'destination')) ??
      inPesos(at(value, 'requested_values', 'destination')),
    wholesalePesos: readWholesale(value),
    isToAccount: text(at(value, 'credit_party_identifier', 'account_number')) !== undefined,
    productId: identifier(at(value, 'product', 'id')),
    creditParty:
      text(at(value, 'credit_party_identifier', 'mobile_number')) ??
      text(at(value, 'credit_party_identifier', 'account_number')),
    purchaserId: text(at(value, 'additional_identifier', 'purchaser_id')),
  }
}

export interface WireProduct {
  readonly id: string
  readonly name: string
  readonly description: string | undefined
  readonly type: string
  readonly serviceId: number | undefined
  readonly subserviceId: number | undefined
  readonly operatorId: string
  readonly operatorName: string
  /** Pesos; a number for fixed products. */
  readonly face: number | WireRange
  readonly wholesalePesos: number | undefined
  /** The currency of the price, also of a range, which has no single price. */
  readonly wholesaleUnit: string | undefined
  /** For each transaction; part of the price of a fixed product. */
  readonly wholesaleFee: number | undefined
  readonly wholesaleRate: number | undefined
  readonly validityUnit: string | undefined
  readonly validityQuantity: number | undefined
  readonly hasStatementInquiry: boolean
  readonly paymentModes: readonly string[]
  readonly postingPeriod:
    | { readonly quantity: number; readonly unit: string; readonly type: string }
    | undefined
  readonly notes: readonly string[]
  readonly usageInfo: readonly string[]
  readonly terms: string | undefined
}

export interface WireRange {
  readonly min: number
  readonly max: number
  readonly increment: number | undefined
}

/** @returns undefined for products not sold in Mexican pesos */
export function readProduct(value: unknown): WireProduct | undefined {
  const id = identifier(at(value, 'id'))
  const name = text(at(value, 'name'))
  const type = text(at(value, 'type'))
  const operatorId = identifier(at(value, 'operator', 'id'))
  const operatorName = text(at(value, 'operator', 'name'))
  const face = readFace(at(value, 'destination'))
  if (!id || !name || !type || !operatorId || !operatorName || face === undefined) return undefined
  return {
    id,
    name,
    description: text(at(value, 'description')),
    type,
    serviceId: number(at(value, 'service', 'id')),
    subserviceId: number(at(value, 'service', 'subservice', 'id')),
    operatorId,
    operatorName,
    face,
    wholesalePesos: readWholesale(value),
    wholesaleUnit: text(at(value, 'prices', 'wholesale', 'unit')),
    wholesaleFee: number(at(value, 'prices', 'wholesale', 'fee')),
    wholesaleRate: number(at(value, 'rates', 'wholesale')),
    validityUnit: text(at(value, 'validity', 'unit')),
    validityQuantity: number(at(value, 'validity', 'quantity')),
    hasStatementInquiry: at(value, 'payment', 'supports_statement_inquiry') === true,
    paymentModes: texts(at(value, 'payment', 'modes')),
    postingPeriod: readPostingPeriod(at(value, 'payment', 'posting_period')),
    notes: texts(at(value, 'payment', 'notes')),
    usageInfo: texts(at(value, 'pin', 'usage_info')),
    terms: text(at(value, 'pin', 'terms')),
  }
}

/** Price and fee of a product or a transaction, which a hold reserves together. */
function readWholesale(value: unknown): number | undefined {
  const wholesale = at(value, 'prices', 'wholesale')
  const pesos = inPesos(wholesale)
  return pesos === undefined ? undefined : pesos + (number(at(wholesale, 'fee')) ?? 0)
}

function readFace(destination: unknown): number | WireRange | undefined {
  const fixed = inPesos(destination)
  if (fixed !== undefined) return fixed
  const min = number(at(destination, 'amount', 'min'))
  const max = number(at(destination, 'amount', 'max'))
  if (min === undefined || max === undefined || at(destination, 'unit') !== 'MXN') return undefined
  return { min, max, increment: number(at(destination, 'amount', 'increment')) }
}

function readPostingPeriod(value: unknown) {
  const quantity = number(at(value, 'quantity'))
  const unit = text(at(value, 'unit'))
  const type = text(at(value, 'type'))
  return quantity === undefined || !unit || !type ? undefined : { quantity, unit, type }
}

export interface WireStatement {
  readonly reference: string
  readonly dueOn: string | undefined
  readonly pesos: number
}

export function readStatement(value: unknown): WireStatement | undefined {
  const reference = text(at(value, 'reference'))
  const pesos = inPesos(at(value, 'balance'))
  if (reference === undefined || pesos === undefined) return undefined
  return { reference, dueOn: text(at(value, 'dates', 'due')), pesos }
}

/** Pesos of the account's MXN balance. */
export function readBalance(
  value: unknown,
): { readonly available: number; readonly holding: number } | undefined {
  const available = number(at(value, 'available'))
  const holding = number(at(value, 'holding'))
  if (at(value, 'unit') !== 'MXN' || available === undefined || holding === undefined) return undefined
  return { available, holding }
}

/** The first code of `{errors: [{code, message}]}`. */
export function readErrorCode(value: unknown): number | undefined {
  const errors = at(value, 'errors')
  return Array.isArray(errors) ? number(at(errors[0], 'code')) : undefined
}

function inPesos(money: unknown): number | undefined {
  return at(money, 'unit') === 'MXN' ? number(at(money, 'amount')) : undefined
}

function at(value: unknown, ...path: readonly string[]): unknown {
  let here = value
  for (const name of path) here = isFields(here) ? here[name] : undefined
  return here
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => text(item) !== undefined) : []
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function identifier(value: unknown): string | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : text(value)
}

function date(value: unknown): Date | undefined {
  const at = new Date(text(value) ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at
}
