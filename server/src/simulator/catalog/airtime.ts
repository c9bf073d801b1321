import { centavos } from '../../amounts/centavos.ts'
import type { Pesos, SimulatedProduct } from './product.ts'

interface Carrier {
  readonly operatorId: number
  readonly name: string
  readonly wholesaleBps: number
  readonly topups: readonly Pesos[]
  /** Pesos, name, megabytes (-1: unlimited), days. */
  readonly packages: readonly (readonly [Pesos, string, number, number])[]
}

/**
 * Carriers and denominations as sold in Mexican shops on 2026-06-01. The ids are invented, the rates
 * plausible.
 */
const carriers: readonly Carrier[] = [
  {
    operatorId: 6101,
    name: 'Telcel',
    wholesaleBps: 9_450,
    topups: [10, 20, 30, 50, 80, 100, 150, 200, 300, 500],
    packages: [
      [20, 'Amigo Sin Límite 20', 100, 2],
      [30, 'Amigo Sin Límite 30', 250, 3],
      [50, 'Amigo Sin Límite 50', 500, 7],
      [80, 'Amigo Sin Límite 80', 1_000, 13],
      [100, 'Amigo Sin Límite 100', 1_600, 15],
      [150, 'Amigo Sin Límite 150', 2_500, 25],
      [200, 'Amigo Sin Límite 200', 4_000, 30],
      [300, 'Amigo Sin Límite 300', 6_000, 33],
      [500, 'Amigo Sin Límite 500', 8_000, 33],
    ],
  },
  {
    operatorId: 6102,
    name: 'Movistar',
    wholesaleBps: 9_350,
    topups: [10, 20, 30, 50, 80, 100, 150, 200, 300, 500],
    packages: [
      [50, 'Prepago Ilimitado 50', 2_000, 7],
      [100, 'Prepago Ilimitado 100', 5_000, 15],
      [200, 'Prepago Ilimitado 200', 12_000, 30],
    ],
  },
  {
    operatorId: 6103,
    name: 'AT&T',
    wholesaleBps: 9_350,
    topups: [10, 20, 30, 50, 100, 150, 200, 300, 500],
    packages: [
      [50, 'Ilimitado 50', 1_500, 7],
      [100, 'Ilimitado 100', 3_500, 16],
      [200, 'Ilimitado 200', 8_000, 32],
    ],
  },
  {
    operatorId: 6104,
    name: 'Unefon',
    wholesaleBps: 9_350,
    topups: [10, 20, 30, 50, 100, 150, 200, 300],
    packages: [
      [50, 'Ilimitado 50', 2_000, 8],
      [100, 'Ilimitado 100', 5_000, 16],
    ],
  },
  {
    operatorId: 6105,
    name: 'Virgin Mobile',
    wholesaleBps: 9_200,
    topups: [20, 30, 50, 100, 150, 200, 300, 500],
    packages: [],
  },
  {
    operatorId: 6106,
    name: 'Bait',
    wholesaleBps: 9_300,
    topups: [30, 50, 100, 200, 300],
    packages: [
      [100, 'Mi Bait 100', 10_000, 15],
      [200, 'Mi Bait 200', 40_000, 30],
    ],
  },
  { operatorId: 6107, name: 'Flash Mobile', wholesaleBps: 9_200, topups: [20, 50, 100, 200], packages: [] },
  { operatorId: 6108, name: 'Pillofon', wholesaleBps: 9_200, topups: [50, 100, 150, 200], packages: [] },
]

const mobile = { id: 1, name: 'Mobile' }

export const airtimeProducts: readonly SimulatedProduct[] = carriers.flatMap((carrier) => [
  ...carrier.topups.map((pesos) => topup(carrier, pesos)),
  ...carrier.packages.map((row, n) => dataPackage(carrier, row, n)),
])

function topup(carrier: Carrier, pesos: Pesos): SimulatedProduct {
  return {
    ...recharge(carrier, pesos),
    id: carrier.operatorId * 1_000 + pesos,
    name: `${carrier.name} ${pesos} MXN`,
    description: `Tiempo aire ${carrier.name} de $${pesos}`,
    subservice: { id: 11, name: 'Airtime' },
    validity: { unit: 'DAY', quantity: pesos < 100 ? 15 : 60 },
    dataMb: null,
  }
}

function dataPackage(carrier: Carrier, [pesos, name, dataMb, days]: Carrier['packages'][number], n: number) {
  return {
    ...recharge(carrier, pesos),
    id: carrier.operatorId * 1_000 + 901 + n,
    name: `${carrier.name} ${name}`,
    description: `Paquete ${name}: llamadas, mensajes y datos por ${days} días`,
    subservice: { id: 12, name: 'Bundle' },
    validity: { unit: 'DAY', quantity: days },
    dataMb,
  } as const
}

function recharge(carrier: Carrier, pesos: Pesos) {
  return {
    type: 'FIXED_VALUE_RECHARGE',
    service: mobile,
    operator: { id: carrier.operatorId, name: carrier.name },
    amount: { kind: 'fixed', centavos: centavos(pesos * 100) },
    wholesaleBps: carrier.wholesaleBps,
    creditParty: 'mobile_number',
    usageInfo: null,
    payment: null,
  } as const
}
