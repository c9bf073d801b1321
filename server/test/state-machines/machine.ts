import type { App } from '../app.ts'
import { settlementShop } from '../settlement-shop.ts'
import { type Shop, type Tills, tillsOf } from '../till.ts'
import type { Person } from '../world.ts'

/** What can happen to a row. */
export interface Event {
  readonly by: Person
  /** A call in SQL, with the id of the row as `$1`. */
  readonly call: string
  /** The states in which it may happen, each with the one that it leads to. In every other state it is refused. */
  readonly moves: Readonly<Record<string, string>>
}

/** The states of a row. Machines are known by their column, such as `stock.stock_counts.status`. */
export interface Machine {
  /** Makes a row, and returns its id. */
  readonly make: () => Promise<string>
  readonly events: Readonly<Record<string, Event>>
}

export interface MachineShop extends Shop {
  readonly app: App
  readonly tills: Tills
  readonly operator: Person
  readonly admin: Person
  /** Goods in stock. */
  readonly goods: string
  /** A verified bank account. */
  readonly bankAccount: string
  /** The merchant and the store as SQL. */
  readonly at: string
  /** A POST that makes a row. */
  done(by: Person, path: string, body: object): Promise<string>
}

/** A verified shop with goods and money. */
export async function machineShop(app: App): Promise<MachineShop> {
  const tills = tillsOf(app)
  const shop = await tills.shop()
  const { store } = shop
  const operator = await app.world.operator()
  const paid = settlementShop(app, operator)
  await paid.verify(store.merchantId)
  await app.world.fund(store.merchantId, 1_000_000)
  return {
    ...shop,
    ...{ app, tills, operator },
    admin: await app.world.platformAdmin(),
    goods: await tills.product(store, { stock: 50 }),
    bankAccount: await paid.bankAccount(store.merchantId),
    at: `'${store.merchantId}', '${store.id}'`,
    async done(by, path, body) {
      const answer = await app.call(by, 'POST', path, body)
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
      return answer.body.id
    },
  }
}

/** One event for each state that a function could be asked to lead to. */
export function into(
  by: Person,
  call: (state: string) => string,
  moves: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Record<string, Event> {
  return Object.fromEntries(
    Object.entries(moves).map(([state, each]) => [`to ${state}`, { by, call: call(state), moves: each }]),
  )
}
