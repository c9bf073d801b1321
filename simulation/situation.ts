import type { RunningProduct } from '../server/test/app.ts'
import type { Person } from '../server/test/world.ts'
import type { Books, Range } from './books.ts'
import type { DatabaseClock } from './database-clock.ts'
import type { Network } from './network.ts'
import type { ProviderManners } from './provider-manners.ts'
import type { Random } from './random.mjs'
import type { Services } from './services.ts'
import type { Tills } from './tills/tills.ts'
import type { Employee, Merchant, Operator, Shop } from './trade.ts'
import type { Worker } from './worker.ts'

/** All that a step can see and do. */
export interface Situation {
  readonly app: RunningProduct
  readonly clock: DatabaseClock
  readonly network: Network
  readonly tills: Tills
  readonly provider: ProviderManners
  readonly worker: Worker
  readonly books: Books
  readonly services: Services
  readonly merchants: readonly Merchant[]
  readonly operators: Operator[]
  /** The choices of this step. */
  readonly random: Random
  /** Unique in this season. */
  readonly stepNo: number
}

export const shopsOf = ({ merchants }: Pick<Situation, 'merchants'>): Shop[] =>
  merchants.flatMap(({ shops }) => shops)

/** Somebody who waits for an answer asks again before doing anything else. */
export const isWaiting = ({ network }: Pick<Situation, 'network'>, person: Pick<Person, 'token'>): boolean =>
  network.awaited.some(({ act }) => act.person === person)

/** Who works here now, and is free. */
export const staffOf = (situation: Situation, shop: Shop): Employee[] =>
  shop.staff.filter((each) => each.isEmployed && !isWaiting(situation, each.member))

/** Usually somebody of the shop; sometimes somebody who works elsewhere, or no more. */
export function somebody(
  situation: Situation,
  shop: Shop,
  isFit: (who: Employee) => boolean,
): Employee | undefined {
  const { random } = situation
  const strangers = random.isHit(0.06)
    ? shopsOf(situation)
        .flatMap(({ staff }) => staff)
        .filter(
          (each) =>
            // The owner manages every shop of the merchant.
            !(each.rank === 'manager' && each.shop.merchant === shop.merchant) &&
            (each.shop !== shop || !each.isEmployed) &&
            !isWaiting(situation, each.member),
        )
    : []
  const fit = strangers.length > 0 ? strangers : staffOf(situation, shop).filter(isFit)
  return fit.length === 0 ? undefined : random.pick(fit)
}

/** What a merchant can still spend or have paid out. */
export function availableTo({ books, services }: Situation, merchant: Merchant): Range {
  const deposited = books.range(`deposited ${merchant.id}`)
  const withdrawn = books.range(`withdrawn ${merchant.id}`)
  const spent = services.spent(merchant)
  return {
    least: deposited.least - spent - withdrawn.most,
    most: deposited.most - spent - withdrawn.least,
  }
}

/** The cash of a drawer, with that of services. */
export function cashIn({ books, services }: Situation, name: string): Range {
  const { least, most } = books.range(name)
  const ofServices = services.cashIn(name)
  return { least: least + ofServices, most: most + ofServices }
}

/** A new session, which has confirmed password and second factor a moment ago. */
export async function renew({ app }: Pick<Situation, 'app'>, person: Person): Promise<void> {
  Object.assign(person, { token: await app.world.session(person.id) })
}
