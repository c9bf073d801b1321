import { centavos } from '../../amounts/centavos.ts'
import type { Pesos, SimulatedProduct } from './product.ts'

type Payment = NonNullable<SimulatedProduct['payment']>

interface Biller {
  readonly operatorId: number
  readonly name: string
  readonly subservice: SimulatedProduct['subservice']
  readonly wholesaleBps: number
  readonly minPesos: Pesos
  readonly maxPesos: Pesos
  readonly incrementCentavos: number
  readonly modes: Payment['modes']
  readonly hasStatementInquiry: boolean
  readonly postingHours: number
  readonly note: string | null
}

const electricity = { id: 31, name: 'Electricity' }
const water = { id: 32, name: 'Water' }
const gas = { id: 33, name: 'Gas' }
const internet = { id: 34, name: 'Internet' }
const landline = { id: 35, name: 'Landline' }
const television = { id: 36, name: 'Television' }

/** Billers whose bills Mexican shops accepted on 2026-06-01; ids, limits and rates are invented. */
const billers: readonly Biller[] = [
  biller(6301, 'CFE', electricity, {
    incrementCentavos: 100,
    modes: ['EXACT', 'EXCESS'],
    hasStatementInquiry: true,
  }),
  biller(6302, 'Telmex', landline, {
    modes: ['PARTIAL', 'EXACT'],
    hasStatementInquiry: true,
    postingHours: 4,
  }),
  biller(6303, 'Izzi', internet, { modes: ['PARTIAL', 'EXACT', 'EXCESS'], hasStatementInquiry: true }),
  biller(6304, 'Totalplay', internet, {
    modes: ['EXACT', 'PAST_DUE'],
    hasStatementInquiry: true,
    postingHours: 2,
  }),
  biller(6305, 'Megacable', internet, { hasStatementInquiry: true }),
  biller(6306, 'Sky', television, { modes: ['PARTIAL', 'EXACT', 'EXCESS'], postingHours: 1 }),
  biller(6307, 'Dish', television, { modes: ['PARTIAL', 'EXACT', 'EXCESS'] }),
  biller(6308, 'Naturgy', gas, { modes: ['EXACT', 'PAST_DUE'] }),
  biller(6309, 'SACMEX Agua CDMX', water, {
    hasStatementInquiry: true,
    postingHours: 72,
    note: 'No se aceptan recibos vencidos.',
  }),
  biller(6310, 'Agua y Drenaje de Monterrey', water, { modes: ['EXACT', 'PAST_DUE'], postingHours: 48 }),
  biller(6311, 'SIAPA Guadalajara', water, { hasStatementInquiry: true, postingHours: 48 }),
  biller(6312, 'Telcel Internet en Casa', internet, {
    modes: ['PARTIAL', 'EXACT', 'EXCESS'],
    postingHours: 1,
  }),
]

function biller(
  operatorId: number,
  name: string,
  subservice: SimulatedProduct['subservice'],
  terms: Partial<Omit<Biller, 'operatorId' | 'name' | 'subservice'>>,
): Biller {
  return {
    operatorId,
    name,
    subservice,
    wholesaleBps: 9_950,
    minPesos: 10,
    maxPesos: 10_000,
    incrementCentavos: 1,
    modes: ['EXACT'],
    hasStatementInquiry: false,
    postingHours: 24,
    note: null,
    ...terms,
  }
}

export const billProducts: readonly SimulatedProduct[] = billers.map((row) => ({
  id: row.operatorId * 1_000,
  name: row.name,
  description: `Pago de servicio ${row.name}`,
  type: 'RANGED_VALUE_PAYMENT',
  service: { id: 3, name: 'Utilities' },
  subservice: row.subservice,
  operator: { id: row.operatorId, name: row.name },
  amount: {
    kind: 'ranged',
    min: centavos(row.minPesos * 100),
    max: centavos(row.maxPesos * 100),
    increment: centavos(row.incrementCentavos),
  },
  wholesaleBps: row.wholesaleBps,
  creditParty: 'account_number',
  validity: null,
  dataMb: null,
  usageInfo: null,
  payment: {
    modes: row.modes,
    postingPeriod: { unit: 'HOUR', quantity: row.postingHours, type: 'CALENDAR' },
    hasStatementInquiry: row.hasStatementInquiry,
    notes: row.note ? [row.note] : null,
  },
}))
