import type { SimulatedProduct } from './catalog/product.ts'
import { WireError } from './errors.ts'
import { wireOperator, wireProduct } from './render.ts'

/** Queries on the catalog, which never changes while the simulator runs. */
export function discovery(products: Iterable<SimulatedProduct>) {
  const catalog = [...products]
  const shown = new Map(catalog.map((product) => [product.id, wireProduct(product)]))
  const operators = [
    ...new Map(catalog.map(({ operator }) => [operator.id, wireOperator(operator)])).values(),
  ]
  const services = servicesOf(catalog)

  return {
    services,
    operators,

    service(id: number) {
      return services.find((service) => service.id === id) ?? refuse('serviceNotFound')
    },

    operator(id: number) {
      return operators.find((operator) => operator.id === id) ?? refuse('operatorNotFound')
    },

    product(id: number) {
      return shown.get(id) ?? refuse('productNotAvailable')
    },

    products(query: URLSearchParams) {
      return catalog.filter((product) => matches(product, query)).map((product) => shown.get(product.id))
    },

    /** Carriers, with the likely one of a number marked as identified. */
    carriersOf(mobileNumber: string) {
      const carriers = operators.filter((operator) =>
        catalog.some(
          (product) => product.operator.id === operator.id && product.creditParty === 'mobile_number',
        ),
      )
      const identified = Number(mobileNumber.slice(-4)) % carriers.length
      return carriers.map((operator, n) => ({ ...operator, identified: n === identified }))
    },
  }
}

function refuse(error: 'serviceNotFound' | 'operatorNotFound' | 'productNotAvailable'): never {
  throw new WireError(error)
}

function matches(product: SimulatedProduct, query: URLSearchParams): boolean {
  const wanted: readonly (readonly [string, string | number])[] = [
    ['type', product.type],
    ['service_id', product.service.id],
    ['subservice_id', product.subservice.id],
    ['operator_id', product.operator.id],
    ['country_iso_code', 'MEX'],
  ]
  return wanted.every(([name, value]) => {
    const asked = query.get(name)
    return asked === null || asked === String(value)
  })
}

function servicesOf(catalog: readonly SimulatedProduct[]) {
  const byId = new Map<number, { id: number; name: string; subservices: { id: number; name: string }[] }>()
  for (const { service, subservice } of catalog) {
    const known = byId.get(service.id) ?? { ...service, subservices: [] }
    if (!known.subservices.some(({ id }) => id === subservice.id)) known.subservices.push(subservice)
    byId.set(service.id, known)
  }
  return [...byId.values()]
}
