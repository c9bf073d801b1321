import type { VasKind, VasSale } from '@mostrador/client'
import { FakeClaims } from '../orders/fake-claims.ts'
import { FakeJournal } from '../orders/fake-journal.ts'
import type { VasOrder } from '../orders/order.ts'
import { OrderBook } from '../orders/order-book.ts'
import { Poller } from '../requests/polling.ts'
import { digits, product, provider, terms } from './fake-order.ts'
import { VasCheckout } from './vas-checkout.ts'
import type { VasOrderStatus } from './vas-order-status.ts'

type Answers = readonly (VasOrderStatus | Promise<VasOrderStatus>)[]
interface Who {
  readonly accountId?: string
  readonly kind?: VasKind
}

export const saleOf = (variant: VasSale['outcome']['variant']) =>
  ({ id: 'v1', folio: 'V-000001', outcome: { variant } }) as VasSale
export const approved: VasOrderStatus = { kind: 'sale', sale: saleOf('APPROVED'), retryAfterMs: undefined }
export const pending: VasOrderStatus = { kind: 'sale', sale: saleOf('PENDING'), retryAfterMs: 2000 }
export const silence: VasOrderStatus = { kind: 'unknown', retryAfterMs: undefined }

export const breathe = () => new Promise((resolve) => setTimeout(resolve))

/** Fills in the form, up to its review. */
export function toConfirmation(checkout: VasCheckout): void {
  checkout.dispatch({ type: 'providerPicked', provider })
  checkout.dispatch({ type: 'productPicked', product })
  checkout.dispatch({ type: 'referenceTyped', reference: digits })
  checkout.dispatch({ type: 'numberChecked', check: { by: 'reading' } })
  checkout.dispatch({ type: 'reviewed' })
}

/** For tests: a till that sells services, with a disk that outlives its windows. */
export class FakeVasTill {
  readonly journal = new FakeJournal()
  readonly claims = new FakeClaims()
  /** The orders that the server was asked about. */
  asked: VasOrder[] = []
  /** What was on disk at each request. */
  readonly storedWhenAsked: VasOrder[][] = []
  #later: (() => void)[] = []
  readonly #windows = new WeakMap<VasCheckout, { book: OrderBook; close: () => void }>()

  get stored(): VasOrder[] {
    return [...this.journal.disk.values()] as VasOrder[]
  }

  /** Opens or reloads its page, whose server gives these answers, the last one repeatedly. */
  open(answers: Answers, who: Who = {}): VasCheckout {
    this.claims.closeAll()
    return this.openBeside(answers, who)
  }

  /** Opens another window. */
  openBeside(answers: Answers, { accountId = 'a1', kind = 'airtime' }: Who = {}): VasCheckout {
    const { claims, close } = this.claims.open()
    const book = new OrderBook(this.journal, claims)
    let keyCount = 0
    let answerCount = 0
    const checkout = new VasCheckout({
      ...{ accountId, kind, book },
      poller: new Poller((_delayMs, work) => {
        this.#later.push(work)
        return () => {
          this.#later = this.#later.filter((each) => each !== work)
        }
      }),
      vasOrderStatus: async (open, _nowMs, onSending) => {
        if (open.saleId === null) await onSending()
        this.asked.push(open)
        this.storedWhenAsked.push(this.stored)
        return (answers[answerCount++] ?? answers.at(-1)) as VasOrderStatus
      },
      nowMs: () => 1_000_000,
      makeKey: () => `key-${++keyCount}`,
    })
    this.#windows.set(checkout, { book, close })
    return checkout
  }

  /** Opens its page and sells a top-up in it. */
  async submitted(answers: Answers, who: Who = {}): Promise<VasCheckout> {
    const checkout = this.open(answers, who)
    toConfirmation(checkout)
    void checkout.submit(terms)
    await breathe()
    return checkout
  }

  /** One of its windows comes to the front. */
  async comeToFront(checkout: VasCheckout): Promise<void> {
    await this.#windows.get(checkout)?.book.reload()
    await checkout.resume()
    await breathe()
  }

  close(checkout: VasCheckout): void {
    checkout.stop()
    this.#windows.get(checkout)?.close()
  }

  /** The pauses between attempts are over. */
  async nextTurn(): Promise<void> {
    await breathe()
    for (const work of this.#later.splice(0)) work()
    await breathe()
  }
}
