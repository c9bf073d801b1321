import type { StoredService } from './actual.ts'
import { type ServicePrice, serviceCentavos } from './prices.ts'
import type { Merchant } from './trade.ts'

/** A service that was asked for, under its own number: the number names the request. */
interface Asked {
  readonly merchant: Merchant
  readonly prices: ServicePrice[]
  readonly faceCentavos: number
  readonly wholesaleBps: number
  /** The sale that an answer has named. */
  id?: string
  /** An answer has said that there is none, and nothing is under way. */
  isRefused: boolean
  /** The state that a till has shown to its customer. */
  shown?: StoredService['status']
  seen?: StoredService
}

/** What has gone into a wallet and out of it, besides sales. */
interface Moved {
  readonly deposited: number
  /** By payouts that may still be paid. */
  readonly reserved: number
  readonly paidOut: number
}

const successors: Readonly<Record<StoredService['status'], readonly string[]>> = {
  PENDING: ['PENDING', 'COMPLETED', 'FAILED', 'REVERSED'],
  COMPLETED: ['COMPLETED', 'REVERSED'],
  FAILED: ['FAILED'],
  REVERSED: ['REVERSED'],
}

/** What the provider has really done with a transaction of ours; undefined: nothing. */
export type ProviderTruth = (saleId: string) => string | undefined

/** The model of services: which sales may be, what they cost, and what follows from how they ended. */
export class Services {
  readonly #asked = new Map<string, Asked>()
  readonly #closed = new Set<string>()

  ask(merchant: Merchant, number: string, faceCentavos: number, wholesaleBps: number): ServicePrice {
    const price = serviceCentavos(faceCentavos, wholesaleBps, merchant.terms)
    this.#asked.set(number, { merchant, prices: [price], faceCentavos, wholesaleBps, isRefused: false })
    return price
  }

  answered(number: string, id: string): string | undefined {
    const asked = this.#known(number)
    if (asked.id !== undefined && asked.id !== id)
      return `is another sale than before: ${id}, not ${asked.id}`
    asked.id = id
  }

  /** A till shows that it has ended. @returns what is wrong with it */
  shown(number: string, id: string, status: StoredService['status']): string | undefined {
    this.#known(number).shown = status
    return this.answered(number, id)
  }

  refused(number: string): void {
    this.#known(number).isRefused = true
  }

  /** A request that is still under way may be carried out on other terms. */
  changeTerms(merchant: Merchant): void {
    for (const asked of this.#asked.values())
      if (asked.merchant === merchant && asked.id === undefined && !asked.isRefused)
        asked.prices.push(serviceCentavos(asked.faceCentavos, asked.wholesaleBps, merchant.terms))
  }

  close(drawer: string): void {
    this.#closed.add(drawer)
  }

  cashIn(drawer: string): number {
    if (this.#closed.has(drawer)) return 0
    return this.#sum((sale) => (sale.drawer === drawer && isPaid(sale) ? sale.total : 0))
  }

  /** @returns what is wrong with the sales that there are */
  look(rows: readonly StoredService[], truth: ProviderTruth): string[] {
    const found = new Set<string>()
    const faults = rows.flatMap((sale) => {
      const asked = this.#asked.get(sale.reference)
      const isSecond = found.has(sale.reference)
      found.add(sale.reference)
      if (asked === undefined) return [`sale ${sale.id} was never asked for`]
      if (isSecond) return [`${sale.reference} was sold twice`]
      const fault = faultOf(sale, asked) ?? contradiction(sale, truth(sale.id))
      asked.seen = sale
      return fault === undefined ? [] : [`sale ${sale.id} of ${sale.reference} ${fault}`]
    })
    for (const [number, { id }] of this.#asked)
      if (id !== undefined && !found.has(number)) faults.push(`sale ${id} of ${number} is gone`)
    return faults
  }

  /** The accounts of a merchant as they follow from deposits, payouts and sales. */
  accounts({ id }: Merchant, { deposited, reserved, paidOut }: Moved): ReadonlyMap<string, number> {
    const sum = (of: (sale: StoredService) => number) =>
      this.#sum((sale) => (this.#asked.get(sale.reference)?.merchant.id === id ? of(sale) : 0))
    const held = reserved + sum((sale) => (sale.status === 'PENDING' ? sale.cost : 0))
    const late = sum((sale) => (sale.incident === 'late_completion' ? sale.wholesale : 0))
    const completed = (of: (sale: StoredService) => number) =>
      sum((sale) => (sale.status === 'COMPLETED' ? of(sale) : 0))
    const wallet = deposited - reserved - paidOut - sum((sale) => (isPaid(sale) ? sale.cost : 0))
    return new Map([
      [`wallet ${id}`, wallet],
      [`stored wallet ${id}`, wallet],
      [`wallet_held ${id}`, held],
      [`stored held ${id}`, held],
      [`aggregator_payable ${id}`, completed(({ wholesale }) => wholesale) + late],
      [`commission_income ${id}`, completed(({ cost, wholesale }) => cost - wholesale)],
      [`suspense ${id}`, -late],
      [`deposits_clearing ${id}`, -deposited],
      [`settlements_in_transit ${id}`, paidOut],
    ])
  }

  spent(merchant: Merchant): number {
    return this.#sum((sale) =>
      this.#asked.get(sale.reference)?.merchant === merchant && isPaid(sale) ? sale.cost : 0,
    )
  }

  /** The sales that are not final, or may still turn out otherwise. */
  open(): readonly StoredService[] {
    return this.#seen().filter(({ status, isSwept }) => status === 'PENDING' || isSwept)
  }

  completed(): readonly StoredService[] {
    return this.#seen().filter(({ status }) => status === 'COMPLETED')
  }

  #seen(): StoredService[] {
    return [...this.#asked.values()].flatMap(({ seen }) => (seen === undefined ? [] : [seen]))
  }

  #sum(of: (sale: StoredService) => number): number {
    return this.#seen().reduce((sum, sale) => sum + of(sale), 0)
  }

  #known(number: string): Asked {
    const asked = this.#asked.get(number)
    if (asked === undefined) throw new RangeError(`${number} was never asked for`)
    return asked
  }
}

const isPaid = ({ status }: StoredService): boolean => status === 'PENDING' || status === 'COMPLETED'

function faultOf(sale: StoredService, asked: Asked): string | undefined {
  if (asked.isRefused) return 'was made, and its request was refused'
  if (asked.id !== undefined && asked.id !== sale.id) return `is not the one that was told: ${asked.id}`
  const isPriced = asked.prices.some(
    ({ totalCentavos, costCentavos, wholesaleCentavos }) =>
      totalCentavos === sale.total && costCentavos === sale.cost && wholesaleCentavos === sale.wholesale,
  )
  if (!isPriced) return `costs ${sale.cost}, ${JSON.stringify(asked.prices)} expected`
  for (const before of [asked.seen?.status ?? 'PENDING', asked.shown ?? 'PENDING'] as const)
    if (!successors[before].includes(sale.status)) return `went from ${before} to ${sale.status}`
}

/** A final sale is what the provider has made of it, or will still be checked. */
function contradiction(
  { status, incident, isSwept }: StoredService,
  truth: string | undefined,
): string | undefined {
  const isDelivered = truth === 'COMPLETED'
  if (status === 'COMPLETED' && !isDelivered && truth !== 'REVERSED')
    return `is completed, and the provider says ${truth ?? 'nothing'}`
  if (status === 'FAILED' && isDelivered && incident === null && !isSwept)
    return 'failed, and the provider has delivered'
  if (status === 'REVERSED' && truth !== 'REVERSED')
    return `is reversed, and the provider says ${truth ?? 'nothing'}`
}
