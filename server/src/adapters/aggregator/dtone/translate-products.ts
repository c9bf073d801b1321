import type { AggregatorProduct } from '../../../vas/sales/aggregator.ts'
import type { WireProduct } from './messages.ts'
import { fromPesos, wholesaleFrom } from './translate.ts'

/** Airtime is service 1, with 11 for plain credit; PINs and payments are identified by their type. */
function verticalOf(product: WireProduct): Pick<AggregatorProduct, 'kind' | 'subkind'> | undefined {
  if (product.type.endsWith('_PIN_PURCHASE')) return { kind: 'pin', subkind: 'giftcard' }
  if (product.type === 'RANGED_VALUE_PAYMENT') return { kind: 'service', subkind: 'bill' }
  if (product.serviceId !== 1 || !product.type.endsWith('_RECHARGE')) return undefined
  const isTopup = product.subserviceId === undefined || product.subserviceId === 11
  return { kind: 'airtime', subkind: isTopup ? 'topup' : 'package' }
}

/**
 * @returns undefined for products that cannot be sold here: other verticals, other currencies, no known price
 */
export function productOf(wire: WireProduct): AggregatorProduct | undefined {
  const vertical = verticalOf(wire)
  const amount = amountOf(wire.face)
  const wholesale = wholesaleOf(wire)
  if (!vertical || !amount || !wholesale) return undefined
  return {
    ...vertical,
    providerProductId: wire.id,
    name: wire.name,
    description: wire.description ?? null,
    operator: { id: wire.operatorId, name: wire.operatorName },
    amount,
    wholesale,
    validity: validityOf(wire),
    lookup: wire.hasStatementInquiry,
    paymentModes: wire.paymentModes.filter(isPaymentMode),
    postingPeriod: postingPeriodOf(wire.postingPeriod),
    notes: wire.notes.length > 0 ? wire.notes.join('\n') : null,
    usageInfo: wire.usageInfo,
    terms: wire.terms ?? null,
  }
}

function amountOf(face: WireProduct['face']): AggregatorProduct['amount'] | undefined {
  if (typeof face === 'number') {
    const amount = fromPesos(face)
    return amount && amount > 0n ? { kind: 'fixed', centavos: amount } : undefined
  }
  const [min, max, increment] = [fromPesos(face.min), fromPesos(face.max), fromPesos(face.increment ?? 0.01)]
  if (min === undefined || max === undefined || !increment || increment <= 0n) return undefined
  return { kind: 'ranged', min, max, increment }
}

function wholesaleOf({
  face,
  wholesalePesos,
  wholesaleUnit,
  wholesaleFee = 0,
  wholesaleRate,
}: WireProduct): AggregatorProduct['wholesale'] | undefined {
  if (typeof face !== 'number') {
    // A rate of pesos per dollar is no share of the face value, and no rate contains the fee for each transaction: without it
    // every sale would be at a loss.
    if (wholesaleUnit !== 'MXN' || wholesaleFee > 0) return undefined
    // The rate is face value per unit of wholesale price. Rounded up like a price; its six decimals are less than a hundredth of a
    // basis point.
    return wholesaleRate && wholesaleRate > 0
      ? { kind: 'rate', bps: Math.ceil(10_000 / wholesaleRate - 0.01) }
      : undefined
  }
  const amount = wholesaleFrom(wholesalePesos)
  return amount === undefined ? undefined : { kind: 'fixed', centavos: amount }
}

function validityOf({ validityUnit, validityQuantity }: WireProduct): AggregatorProduct['validity'] {
  if (validityQuantity === undefined || validityQuantity < 1 || !isValidityUnit(validityUnit)) return null
  return { quantity: validityQuantity, unit: validityUnit }
}

function postingPeriodOf(period: WireProduct['postingPeriod']): AggregatorProduct['postingPeriod'] {
  if (period?.type !== 'BUSINESS' && period?.type !== 'CALENDAR') return null
  return { quantity: period.quantity, unit: period.unit, type: period.type }
}

type ValidityUnit = NonNullable<AggregatorProduct['validity']>['unit']
const validityUnits: readonly string[] = ['HOUR', 'DAY', 'WEEK', 'MONTH'] satisfies ValidityUnit[]
function isValidityUnit(unit: string | undefined): unit is ValidityUnit {
  return unit !== undefined && validityUnits.includes(unit)
}

type PaymentMode = AggregatorProduct['paymentModes'][number]
const paymentModes: readonly string[] = ['PARTIAL', 'EXACT', 'EXCESS', 'PAST_DUE'] satisfies PaymentMode[]
function isPaymentMode(mode: string): mode is PaymentMode {
  return paymentModes.includes(mode)
}
