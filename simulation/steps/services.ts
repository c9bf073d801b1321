import { type Act, lacking, type Obstacle, unless } from '../acts.ts'
import { mayWork } from '../authority.ts'
import { availableTo, isWaiting, type Situation, shopsOf, somebody } from '../situation.ts'
import type { Employee, Shop } from '../trade.ts'

/** A product of the catalog that every carrier has. */
export interface Airtime {
  readonly productId: string
  readonly faceCentavos: number
  readonly wholesaleBps: number
}

/** How the provider ends a sale, by the last digits of the number. */
const endings = { '600': 60, '000': 8, '002': 8, '004': 6, '100': 8, '200': 5, '300': 5 } as const

/** A customer tops up a phone. */
export async function topUp(situation: Situation, airtime: readonly Airtime[]): Promise<void> {
  const { random, network } = situation
  const shop = random.pick(shopsOf(situation))
  const who = somebody(situation, shop, ({ drawer }) => drawer !== undefined || random.isHit(0.05))
  if (who === undefined) return
  const act = toppingUp(situation, who, shop, random.pick(airtime), numberOf(situation, 0))
  await network.send(act, random)
}

/** Ten digits that name this request, and how it ends. */
export function numberOf({ random, stepNo }: Situation, no: number): string {
  return `5${String(no)}${String(stepNo).padStart(5, '0')}${random.weighed(endings)}`
}

export function toppingUp(
  situation: Situation,
  who: Employee,
  shop: Shop,
  product: Airtime,
  number: string,
  /** How many others are asked for at the same time. */
  others = 0,
): Act {
  const { services, provider, random, stepNo } = situation
  const { drawer } = who
  const { merchant } = shop
  const { costCentavos } = services.ask(merchant, number, product.faceCentavos, product.wholesaleBps)
  provider.plan(number, random)
  return {
    name: `${stepNo} ${who.member.name} tops up ${number} with ${product.faceCentavos} in ${shop.name}`,
    person: who.member,
    method: 'POST',
    path: '/vas/sale',
    body: { storeId: shop.storeId, productId: product.productId, reference: number },
    key: `top-up-${number}`,
    headers: { prefer: 'wait=0' },
    obstacles: (): Obstacle[] => {
      const { least, most } = availableTo(situation, merchant)
      return [
        ...unless(mayWork(who, shop, 'cashier')),
        ...unless(drawer !== undefined && who.drawer === drawer, 'shift_closed'),
        ...lacking('insufficient_funds', costCentavos, {
          least: least - others * costCentavos,
          most,
        }),
        // After several silences nothing is sent to the provider for a while.
        ...(provider.isFaulty ? [{ codes: ['aggregator_unavailable'], isSure: false }] : []),
      ]
    },
    change: {},
    learn: ({ id, status }) =>
      services.answered(number, id) ?? (status === 'REVERSED' ? 'is reversed before it was made' : undefined),
    refused: () => services.refused(number),
  }
}

/** Several tills top up phones at the same time: the wallet is never overdrawn. */
export async function topUpTogether(situation: Situation, airtime: readonly Airtime[]): Promise<void> {
  const { random, network } = situation
  const shop = random.pick(shopsOf(situation))
  const people = shop.staff.filter(
    (each) => each.isEmployed && each.drawer !== undefined && !isWaiting(situation, each.member),
  )
  if (people.length === 0) return
  const product = random.pick(airtime)
  const acts = Array.from({ length: 6 }, (_, no) =>
    toppingUp(situation, random.pick(people), shop, product, numberOf(situation, no), 5),
  )
  // One of them twice, as when somebody presses again.
  await network.together([...acts, acts[0] as Act])
}

/** The work in the background takes its turn, sometimes two processes at once, sometimes after one has lost its lease. */
export async function settle({ random, worker, clock }: Situation): Promise<void> {
  const isLeaseLost = random.isHit(0.3)
  await Promise.all([
    worker.settleDue(),
    (isLeaseLost ? clock.pass(25_000) : Promise.resolve()).then(() =>
      random.isHit(0.5) ? worker.settleDueElsewhere() : undefined,
    ),
  ])
  if (random.isHit(0.3)) await worker.findLateOutcomes()
}

/** The provider takes a success back, and tells nobody. */
export async function reverse({ random, services }: Situation, reverseAtProvider: (saleId: string) => void) {
  const completed = services.completed()
  if (completed.length > 0) reverseAtProvider(random.pick(completed).id)
}
