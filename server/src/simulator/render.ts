import { createHash } from 'node:crypto'
import { type Centavos, share } from '../amounts/centavos.ts'
import type { SimulatedProduct } from './catalog/product.ts'
import { type Status, scriptFor, wireStatus } from './statuses.ts'
import type { Transaction } from './transaction.ts'

/** The provider's API represents pesos as JSON numbers. */
export function pesos(amount: Centavos): number {
  return Number(amount) / 100
}

function money(amount: Centavos) {
  return { unit_type: 'CURRENCY', unit: 'MXN', amount: pesos(amount) }
}

const mexico = { name: 'Mexico', iso_code: 'MEX', regions: null }

/** Operators, as part of products and as listed by `/operators`. */
export function wireOperator(operator: SimulatedProduct['operator']) {
  return { ...operator, country: mexico, regions: null }
}

/** A product in the format of `/products`. */
export function wireProduct(product: SimulatedProduct) {
  const { amount, wholesaleBps } = product
  const face =
    amount.kind === 'fixed'
      ? money(amount.centavos)
      : { unit_type: 'CURRENCY', unit: 'MXN', amount: { min: pesos(amount.min), max: pesos(amount.max) } }
  const destination =
    amount.kind === 'fixed'
      ? face
      : { ...face, amount: { ...range(amount), increment: pesos(amount.increment) } }
  return {
    ...wireProductHead(product),
    validity: product.validity,
    required_debit_party_identifier_fields: null,
    required_credit_party_identifier_fields: product.creditParty ? [[product.creditParty]] : null,
    required_sender_fields: null,
    required_beneficiary_fields: null,
    required_statement_identifier_fields: null,
    required_additional_identifier_fields: [['purchaser_id']],
    availability_zones: ['DOMESTIC'],
    source: face,
    destination,
    prices: {
      wholesale:
        amount.kind === 'fixed'
          ? { ...money(share(amount.centavos, wholesaleBps)), fee: 0 }
          : {
              ...face,
              amount: range({ min: share(amount.min, wholesaleBps), max: share(amount.max, wholesaleBps) }),
              fee: 0,
            },
      retail: { ...face, fee: 0 },
    },
    rates: wireRates(product),
    benefits: benefits(product),
    promotions: null,
    ...(amount.kind === 'ranged' && { accepted_calculation_modes: ['DESTINATION_AMOUNT', 'SOURCE_AMOUNT'] }),
    ...(product.usageInfo && { pin: wirePinTerms(product) }),
    ...(product.payment && { payment: wirePayment(product.payment) }),
  }
}

function range({ min, max }: { readonly min: Centavos; readonly max: Centavos }) {
  return { min: pesos(min), max: pesos(max) }
}

/** Rates are the face value per unit of each price. */
function wireRates({ wholesaleBps }: SimulatedProduct) {
  return { base: 1, wholesale: Math.round(1e10 / wholesaleBps) / 1e6, retail: 1 }
}

function benefits(product: SimulatedProduct) {
  if (product.amount.kind === 'ranged' || !product.dataMb) return null
  const amount = {
    base: product.dataMb,
    promotion_bonus: 0,
    total_excluding_tax: product.dataMb,
    total_including_tax: product.dataMb,
  }
  return [{ type: 'DATA', unit_type: 'DATA', unit: 'MB', amount, additional_information: null }]
}

function wirePinTerms(product: SimulatedProduct) {
  return { usage_info: product.usageInfo, validity: product.validity, terms: null }
}

function wirePayment(payment: NonNullable<SimulatedProduct['payment']>) {
  return {
    modes: payment.modes,
    posting_period: payment.postingPeriod,
    supports_statement_inquiry: payment.hasStatementInquiry,
    required_inquiry_fields: payment.hasStatementInquiry ? [['account_number']] : null,
    notes: payment.notes,
  }
}

function wireProductHead(product: SimulatedProduct) {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    tags: null,
    service: { ...product.service, subservice: product.subservice },
    operator: wireOperator(product.operator),
    regions: null,
    type: product.type,
  }
}

/**
 * A transaction as returned by all of its routes.
 *
 * @param status the status to show; a confirmed one is SUBMITTED to later readers
 * @param seed authorization and PIN are derived from it and the id, so that they are the same after a restart
 */
export function wireTransaction(
  transaction: Transaction,
  product: SimulatedProduct,
  status: Status,
  seed: string,
) {
  const face = money(transaction.faceCentavos)
  const values = { source: face, destination: face }
  const isCompleted = status === 'COMPLETED'
  return {
    id: transaction.id,
    external_id: transaction.externalId,
    creation_date: wireTime(transaction.createdAtMs),
    confirmation_expiration_date: wireTime(transaction.expiresAtMs),
    confirmation_date: transaction.confirmedAtMs === null ? null : wireTime(transaction.confirmedAtMs),
    status: wireStatus(status),
    operator_reference: isCompleted ? digits(`${seed} reference ${transaction.id}`, 10) : null,
    pin: isCompleted && hasPin(transaction, product) ? wirePin(transaction.id, seed) : null,
    product: { ...wireProductHead(product), pin: product.usageInfo ? wirePinTerms(product) : null },
    prices: { wholesale: { ...money(transaction.heldCentavos), fee: 0 }, retail: { ...face, fee: 0 } },
    rates: wireRates(product),
    benefits: benefits(product),
    promotions: null,
    requested_values: values,
    adjusted_values: values,
    ...(transaction.mobileNumber && { credit_party_identifier: { mobile_number: transaction.mobileNumber } }),
    ...(transaction.accountNumber && {
      credit_party_identifier: { account_number: transaction.accountNumber },
    }),
    ...(transaction.purchaserId && { additional_identifier: { purchaser_id: transaction.purchaserId } }),
  }
}

function hasPin(transaction: Transaction, product: SimulatedProduct): boolean {
  if (product.type === 'FIXED_VALUE_PIN_PURCHASE') return true
  return scriptFor(transaction.mobileNumber ?? transaction.accountNumber).hasPin
}

function wirePin(id: number, seed: string) {
  return { code: digits(`${seed} code ${id}`, 16), serial: digits(`${seed} serial ${id}`, 12) }
}

function digits(from: string, length: number): string {
  const number = BigInt(`0x${createHash('sha256').update(from).digest('hex').slice(0, 30)}`)
  return String(number % 10n ** BigInt(length)).padStart(length, '0')
}

/** The provider's times have nanoseconds. */
function wireTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000000Z')
}
