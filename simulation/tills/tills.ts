import type { Books } from '../books.ts'
import type { Employee, Goods } from '../trade.ts'
import { Device, type DeviceParts } from './device.ts'
import type { TillSale, TillService } from './sale.ts'

/** The tills of a season, one for each person who sells at one, and what the model expects of their sales. */
export class Tills {
  readonly engine: DeviceParts['engine']
  readonly #parts: DeviceParts
  readonly #books: Books
  readonly #devices = new Map<Employee, Device>()
  readonly #sales = new Set<TillSale>()
  /** Sales of services whose till does not know yet how they ended. */
  readonly services = new Set<TillService>()
  #held: TillSale[] = []
  #untold: TillSale[] = []

  constructor(parts: DeviceParts, books: Books) {
    this.#parts = parts
    this.#books = books
    this.engine = parts.engine
  }

  of(who: Employee): Device {
    const device = this.#devices.get(who) ?? new Device(this.#parts, who)
    this.#devices.set(who, device)
    return device
  }

  get all(): readonly Device[] {
    return [...this.#devices.values()]
  }

  /** Those that may have been made. */
  get sales(): readonly TillSale[] {
    return [...this.#sales]
  }

  salesOf(who: Employee): readonly TillSale[] {
    return this.sales.filter((sale) => sale.who === who)
  }

  /** A sale may be made from now on. */
  begin(sale: TillSale): void {
    this.#sales.add(sale)
    this.#books.unknown.add(sale)
  }

  /**
   * The till knows what became of it, or has let it go without anybody seeing why (`untold`): its page was closed.
   */
  end(sale: TillSale, outcome: 'done' | 'refused' | 'held' | 'untold'): void {
    this.#sales.delete(sale)
    this.#books.unknown.delete(sale)
    if (outcome === 'done') this.#books.apply(sale.change)
    if (outcome === 'held') this.#held.push(sale)
    if (outcome !== 'untold') return
    this.#books.unknown.add(sale)
    this.#untold.push(sale)
  }

  takeHeld(): readonly TillSale[] {
    return this.#held.splice(0)
  }

  takeUntold(): readonly TillSale[] {
    for (const sale of this.#untold) this.#books.unknown.delete(sale)
    return this.#untold.splice(0)
  }

  /** Goods as the till's catalog has them. */
  item({ variantId, priceCentavos, taxBps, isTaxExempt, isTaxIncluded, isWeighed, isTracked }: Goods) {
    return {
      ...{
        variantId,
        productId: variantId,
        name: 'Café de olla',
        variantName: null,
        sku: null,
        barcodes: [],
      },
      ...{ unit: isWeighed ? ('KILOGRAM' as const) : ('PIECE' as const), kind: 'GOODS' as const },
      ...{ priceCentavos, isTaxIncluded, isPriceOpen: false, tracksStock: isTracked, haystack: '' },
      ...{ tax: { rateBps: taxBps, isExempt: isTaxExempt }, categoryId: null, picture: null },
    }
  }
}
