import type { Cart, CartFinalization } from '@mostrador/client'
import { fakeGoods } from './fake-goods.ts'
import { localCart, withGoods, withLine } from './local-cart.ts'

/** The goods of the shop. */
export const soda = fakeGoods('refresco', 1_900)
export const bread = fakeGoods('pan', 4_850)
export const cheese = fakeGoods('queso', 18_990, { unit: 'KILOGRAM', tax: { rateBps: 0, isExempt: false } })
export const chip = fakeGoods('chip', 5_000, { kind: 'CHIP' })
export const untaxed = fakeGoods('nuevo', 1_000, { tax: null })
const catalog = new Map([soda, bread, cheese, chip, untaxed].map((each) => [each.variantId, each]))

interface Problem {
  status: number
  code: string
  [extra: string]: unknown
}

const refuse = (status: number, code: string, extras: object = {}): never => {
  throw { status, code, ...extras } satisfies Problem
}

const respond = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

type Body = Record<string, unknown>
interface GoodsWanted {
  variantId: string
  quantity: number
}

/** For tests: a server. Carts are opened once by id, changed once by key, and sold once. */
export class FakeServer {
  readonly carts = new Map<string, Cart>()
  readonly sold = new Map<string, unknown>()
  readonly heard: { call: string; key: string | null; body: Body }[] = []
  /**
   * The fate of the next requests whose call matches: carried out without an answer, never arrived, or
   * refused.
   */
  readonly fates: { call: RegExp; fate: 'unanswered' | 'lost' | Problem }[] = []
  /** Calls whose answers are on their way until they are let through. */
  holds: RegExp | null = null
  isUp = true
  /** The open shift of the signed-in account. */
  openShiftId: string | null = 't1'
  /** The signed-in account. */
  accountId = 'a1'
  readonly #answers = new Map<string, unknown>()
  readonly #held: (() => void)[] = []
  #lineCount = 0

  /** Replaces `fetch`. */
  readonly fetched = async (request: Request): Promise<Response> => {
    const answer = await this.#answered(request)
    if (this.holds?.test(request.url)) await new Promise<void>((resolve) => this.#held.push(resolve))
    return answer
  }

  letThrough(): void {
    for (const go of this.#held.splice(0)) go()
  }

  async #answered(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const call = `${request.method} ${pathname}`
    const text = request.method === 'GET' ? '' : await request.clone().text()
    const body = text === '' ? {} : (JSON.parse(text) as Body)
    const key = request.headers.get('idempotency-key')
    const at = this.fates.findIndex((each) => each.call.test(call))
    const fate = at === -1 ? undefined : this.fates.splice(at, 1)[0]?.fate
    if (!this.isUp || fate === 'lost') throw new TypeError('fetch failed')
    this.heard.push({ call, key, body })
    if (typeof fate === 'object') return respond(fate.status, fate)
    try {
      const answer = this.#once(key, () => this.#answerTo(request.method, pathname, body))
      if (fate === 'unanswered') throw new TypeError('fetch failed')
      return respond(200, answer)
    } catch (error) {
      if (error instanceof Error) throw error
      return respond((error as Problem).status, error)
    }
  }

  #once(key: string | null, work: () => unknown): unknown {
    if (key === null) return work()
    if (!this.#answers.has(key)) this.#answers.set(key, work())
    return this.#answers.get(key)
  }

  #answerTo(method: string, pathname: string, body: Body): unknown {
    if (pathname === '/auth/me') return { account: { id: this.accountId } }
    if (pathname === '/pos/shifts/current')
      return { shift: this.openShiftId === null ? null : { id: this.openShiftId } }
    const [, , id = '', part, lineId = ''] = pathname.split('/').slice(1)
    if (part === undefined) return this.#cart(method, id, body)
    if (part === 'lines') return this.#line(method, id, lineId, body)
    if (part === 'discounts') {
      return this.#discount(this.#found(id), method === 'POST' ? Number(body['amountCentavos']) : 0)
    }
    switch (part) {
      case 'park':
        return this.#put({ ...this.#found(id), status: 'PARKED' })
      case 'recall':
        return this.#put({ ...this.#found(id), status: 'OPEN' })
      case 'cancel':
        return this.#canceled(this.#found(id))
      case 'finalize':
        return this.#finalize(id, body as CartFinalization)
      default:
        return refuse(404, 'not_found')
    }
  }

  #cart(method: string, id: string, body: Body): Cart {
    if (method === 'GET') return this.#found(id)
    if (method === 'PATCH') return this.#put({ ...this.#found(id), ...body })
    const known = this.carts.get(String(body['id']))
    if (known !== undefined) return known
    const lines = body['lines'] as GoodsWanted[]
    const empty = localCart(String(body['id']), 's1', '2026-11-21T00:00:00Z')
    const fresh = { ...empty, customerId: (body['customerId'] as string | undefined) ?? null }
    return this.#put(lines.reduce((cart, line) => this.#added(cart, line), fresh))
  }

  #line(method: string, id: string, lineId: string, body: Body): Cart {
    if (method === 'POST')
      return this.#put(
        this.#added(this.#found(id), {
          variantId: String(body['variantId']),
          quantity: Number(body['quantity']),
        }),
      )
    if (!this.#found(id).lines.some((line) => line.id === lineId)) refuse(404, 'not_found')
    return this.#put(withLine(this.#found(id), lineId, method === 'DELETE' ? { quantity: 0 } : body))
  }

  #added(cart: Cart, { variantId, quantity }: GoodsWanted): Cart {
    this.#lineCount += 1
    return withGoods(
      cart,
      catalog.get(variantId) ?? refuse(404, 'not_found'),
      quantity,
      `line-${this.#lineCount}`,
    )
  }

  #discount(cart: Cart, discountCentavos: number): Cart {
    return this.#put({ ...cart, discountCentavos, totalCentavos: cart.grossCentavos - discountCentavos })
  }

  #canceled(cart: Cart): Cart {
    if (cart.status === 'CANCELED') return cart
    if (cart.status === 'FINALIZED') refuse(409, 'invalid_transition', { cartStatus: cart.status })
    return this.#put({ ...cart, status: 'CANCELED' })
  }

  #finalize(id: string, { version, payments }: CartFinalization): unknown {
    if (this.sold.has(id)) return this.sold.get(id)
    const cart = this.#found(id)
    if (cart.version !== version) refuse(409, 'cart_changed', { totalCentavos: cart.totalCentavos })
    this.carts.set(id, { ...cart, status: 'FINALIZED' })
    const folio = `A-00000${this.sold.size + 1}`
    const order = { folio, totalCentavos: cart.totalCentavos, lines: cart.lines }
    this.sold.set(id, { order, payments, receipt: {} })
    return this.sold.get(id)
  }

  #found(id: string): Cart {
    return this.carts.get(id) ?? refuse(404, 'not_found')
  }

  #put(cart: Cart): Cart {
    const raised = { ...cart, version: cart.version + 1 }
    this.carts.set(cart.id, raised)
    return raised
  }
}
