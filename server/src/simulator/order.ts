import { type Centavos, centavos } from '../amounts/centavos.ts'
import type { SimulatedProduct } from './catalog/product.ts'
import type { Order } from './engine.ts'
import { WireError } from './errors.ts'

type Fields = Readonly<Record<string, unknown>>

const mobileNumberForm = /^\+[1-9][0-9]{6,14}$/
const purchaserIdForm = /^[a-zA-Z0-9-]{8,36}$/

export function asFields(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Parses the body of a create request.
 *
 * @returns the order, and whether it confirms itself
 * @throws WireError
 */
export function readOrder(body: unknown, products: ReadonlyMap<number, SimulatedProduct>) {
  const fields = asFields(body)
  if (!fields) throw new WireError('badRequest', 'an object is expected')
  const externalId = fields.external_id
  if (typeof externalId !== 'string' || externalId.length > 40 || externalId.trim() === '') {
    throw new WireError('badRequest', 'external_id must be 1 to 40 characters')
  }
  const product = products.get(Number(fields.product_id))
  if (!product) throw new WireError('productNotAvailable')
  const order: Order = {
    externalId,
    product,
    faceCentavos: readAmount(fields, product),
    ...readCreditParty(fields, product),
    purchaserId: readPurchaser(fields),
    callbackUrl: typeof fields.callback_url === 'string' ? fields.callback_url : undefined,
  }
  return { order, isConfirmed: fields.auto_confirm === true }
}

function readAmount(fields: Fields, { amount }: SimulatedProduct): Centavos {
  if (amount.kind === 'fixed') return amount.centavos
  const isBySource = fields.calculation_mode === 'SOURCE_AMOUNT'
  if (!isBySource && fields.calculation_mode !== 'DESTINATION_AMOUNT') {
    throw new WireError('badRequest', 'calculation_mode is needed')
  }
  const value = asFields(isBySource ? fields.source : fields.destination)
  if (value?.unit_type !== 'CURRENCY' || value.unit !== 'MXN') throw new WireError('unitInvalid')
  if (typeof value.amount !== 'number') throw new WireError('badRequest', 'amount must be a number')
  const asked = Math.round(value.amount * 100)
  const isWhole = Math.abs(value.amount * 100 - asked) < 1e-6
  const isInRange = asked >= amount.min && asked <= amount.max
  if (!isWhole || !isInRange || BigInt(asked) % amount.increment !== 0n)
    throw new WireError('amountOutOfRange')
  return centavos(asked)
}

function readCreditParty(fields: Fields, { creditParty }: SimulatedProduct) {
  const party = asFields(fields.credit_party_identifier)
  if (creditParty === null) return {}
  if (creditParty === 'mobile_number') {
    const mobileNumber = party?.mobile_number
    if (typeof mobileNumber !== 'string') throw new WireError('badRequest', 'mobile_number is needed')
    if (!mobileNumberForm.test(mobileNumber)) throw new WireError('creditPartyInvalid')
    return { mobileNumber }
  }
  const accountNumber = party?.account_number
  if (typeof accountNumber !== 'string' || accountNumber.trim() === '' || accountNumber.length > 90) {
    throw new WireError('badRequest', 'account_number is needed')
  }
  return { accountNumber }
}

function readPurchaser(fields: Fields): string {
  const purchaserId = asFields(fields.additional_identifier)?.purchaser_id
  if (typeof purchaserId !== 'string' || !purchaserIdForm.test(purchaserId)) {
    throw new WireError('badRequest', 'purchaser_id must be 8 to 36 letters, digits or hyphens')
  }
  return purchaserId
}
