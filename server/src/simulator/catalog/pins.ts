import { centavos } from '../../amounts/centavos.ts'
import type { Pesos, SimulatedProduct } from './product.ts'

interface Brand {
  readonly operatorId: number
  readonly name: string
  readonly subservice: SimulatedProduct['subservice']
  readonly wholesaleBps: number
  readonly pesos: readonly Pesos[]
  /** Redemption instructions, one step per line. */
  readonly usageInfo: readonly string[]
}

const retail = { id: 41, name: 'Retail' }
const gaming = { id: 42, name: 'Gaming' }
const entertainment = { id: 45, name: 'Entertainment' }

/** Brands and denominations as sold in Mexican shops on 2026-06-01; the ids are invented. */
const brands: readonly Brand[] = [
  {
    operatorId: 6201,
    name: 'Google Play',
    subservice: entertainment,
    wholesaleBps: 9_650,
    pesos: [50, 100, 200, 300, 600],
    usageInfo: ['Abre Google Play', 'Toca tu foto y luego Pagos y suscripciones', 'Toca Canjear código'],
  },
  {
    operatorId: 6202,
    name: 'Apple',
    subservice: entertainment,
    wholesaleBps: 9_700,
    pesos: [100, 200, 500],
    usageInfo: ['Abre App Store', 'Toca tu foto', 'Toca Canjear tarjeta o código'],
  },
  {
    operatorId: 6203,
    name: 'Netflix',
    subservice: entertainment,
    wholesaleBps: 9_600,
    pesos: [150, 300, 600],
    usageInfo: ['Entra a netflix.com/redeem', 'Escribe el código'],
  },
  {
    operatorId: 6204,
    name: 'Spotify',
    subservice: entertainment,
    wholesaleBps: 9_500,
    pesos: [139, 399],
    usageInfo: ['Entra a spotify.com/redeem', 'Escribe el código'],
  },
  {
    operatorId: 6205,
    name: 'Xbox',
    subservice: gaming,
    wholesaleBps: 9_500,
    pesos: [200, 300, 600],
    usageInfo: ['En tu Xbox abre Tienda', 'Elige Canjear un código'],
  },
  {
    operatorId: 6206,
    name: 'PlayStation Store',
    subservice: gaming,
    wholesaleBps: 9_500,
    pesos: [200, 400, 600],
    usageInfo: ['Abre PlayStation Store', 'Elige Canjear código'],
  },
  {
    operatorId: 6207,
    name: 'Nintendo eShop',
    subservice: gaming,
    wholesaleBps: 9_500,
    pesos: [200, 500],
    usageInfo: ['Abre Nintendo eShop', 'Elige Introducir código'],
  },
  {
    operatorId: 6208,
    name: 'Roblox',
    subservice: gaming,
    wholesaleBps: 9_400,
    pesos: [200, 400],
    usageInfo: ['Entra a roblox.com/redeem', 'Escribe el código'],
  },
  {
    operatorId: 6209,
    name: 'Free Fire',
    subservice: gaming,
    wholesaleBps: 9_300,
    pesos: [50, 100],
    usageInfo: ['Entra a recarga.garena.com', 'Escribe tu ID de jugador y el código'],
  },
  {
    operatorId: 6210,
    name: 'Amazon',
    subservice: retail,
    wholesaleBps: 9_800,
    pesos: [200, 500],
    usageInfo: ['Entra a amazon.com.mx/gc/redeem', 'Escribe el código'],
  },
]

export const pinProducts: readonly SimulatedProduct[] = brands.flatMap((brand) =>
  brand.pesos.map((pesos) => ({
    id: brand.operatorId * 1_000 + pesos,
    name: `${brand.name} ${pesos} MXN`,
    description: `Tarjeta de regalo ${brand.name} de $${pesos}`,
    type: 'FIXED_VALUE_PIN_PURCHASE',
    service: { id: 4, name: 'Gift Cards' },
    subservice: brand.subservice,
    operator: { id: brand.operatorId, name: brand.name },
    amount: { kind: 'fixed', centavos: centavos(pesos * 100) },
    wholesaleBps: brand.wholesaleBps,
    creditParty: null,
    validity: { unit: 'MONTH', quantity: 12 },
    dataMb: null,
    usageInfo: brand.usageInfo,
    payment: null,
  })),
)
