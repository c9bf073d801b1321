import type { RunningProduct } from '../../server/test/app.ts'
import { type GoodsOrder, isOffline, type VasOrder } from '../../web/src/terminal/selling/orders/order.ts'
import type { Result } from '../../web/src/terminal/selling/vas/sale-machine.ts'
import { Delayed } from '../delayed.ts'
import type { Random } from '../random.mjs'
import type { Employee } from '../trade.ts'
import type { Engine } from './engine.ts'
import { Page } from './page.ts'

/** What happens to a request of a till on its way, or to the till meanwhile. */
export const tillFates = {
  answered: 80,
  /** It never arrives. */
  lost: 3,
  /** It is carried out, and the answer is lost. */
  unanswered: 6,
  /** It arrives twice at the same time. */
  doubled: 3,
  /** It arrives some steps later, when the till has asked again, or done something else. */
  late: 2,
  /** The server's connection to the database is cut while it works. */
  cut: 2,
  /** Somebody closes the page, or the device's battery is empty. */
  closedBefore: 2,
  closedAfter: 2,
} as const
type Fate = keyof typeof tillFates

/** What happens while a till writes to its disk. */
export const diskFates = {
  written: 100,
  /** The battery is empty before it is on disk. */
  closedBefore: 3,
  closedAfter: 2,
} as const
type DiskFate = keyof typeof diskFates

export interface DeviceParts {
  readonly app: RunningProduct
  readonly engine: Engine
  readonly nowMs: () => number
  /** How often each thing happens to a request. */
  readonly fates: Readonly<Record<Fate, number>>
  readonly diskFates: Readonly<Record<DiskFate, number>>
  readonly cut: () => Promise<void>
  readonly tell: (line: string) => void
}

/** A device at the counter, with a disk that outlives its pages. One person works at it. */
export class Device {
  readonly who: Employee
  /** Whether there is a network at all. */
  isUp = true
  /** How its sales of services have ended, by their keys. */
  readonly results = new Map<string, Result>()
  /** Decides what happens in this step; absent: nothing happens to its requests. */
  random: Random | undefined
  readonly #parts: DeviceParts
  readonly #disk: InstanceType<Engine['FakeJournal']>
  /** Whether the last request was answered, from which the till decides whether it is online. */
  #isReached = true
  readonly #late = new Delayed<() => Promise<unknown>>()
  #page: Page

  constructor(parts: DeviceParts, who: Employee) {
    this.#parts = parts
    this.who = who
    this.#disk = new parts.engine.FakeJournal()
    this.#page = this.#open()
  }

  /** Its page, which is opened again after it was closed. */
  get page(): Page {
    if (this.#page.isClosed) this.#page = this.#open()
    return this.#page
  }

  reload(): void {
    this.#page.close()
  }

  /** A step has passed: it has looked whether the server answers, and what was delayed may arrive. */
  async passStep(): Promise<void> {
    this.#isReached = this.isUp
    for (const arrive of this.#late.passStep()) await arrive()
  }

  /** The network is back for good, and what was delayed arrives. */
  async mend(): Promise<void> {
    this.isUp = true
    this.random = undefined
    for (const arrive of this.#late.takeAll()) await arrive()
    await this.passStep()
  }

  /** Sales of goods that still need the server. */
  get openKeys(): string[] {
    const { book } = this.page
    return book
      .select(
        (order): order is GoodsOrder =>
          order.kind === 'goods' && (order.state === 'SENT' || isOffline(order)),
      )
      .flatMap(({ key, state }) => (['SENT', 'WAITING', 'REFUSED'].includes(state) ? [key] : []))
  }

  /** Sales of services whose outcome it does not know. */
  get openServices(): string[] {
    return this.page.book.select((order): order is VasOrder => order.kind === 'airtime').map(({ key }) => key)
  }

  #open(): Page {
    const { engine, nowMs } = this.#parts
    this.#isReached = true
    return new Page({
      ...{ engine, nowMs, read: () => this.#disk.all() },
      write: (key, change, page) => this.#write(() => this.#disk.change(key, change), page),
      accountId: this.who.member.id,
      storeId: this.who.shop.storeId,
      isOnline: () => this.isUp && this.#isReached,
      send: (request, page) => this.#send(request, page),
      onServiceEnded: ({ key }, result) => {
        if (result !== null) this.results.set(key, result)
      },
    })
  }

  /** Takes a moment, in which the page goes on. */
  async #write<T>(work: () => Promise<T>, page: Page): Promise<T> {
    const fate = this.random?.weighed(this.#parts.diskFates) ?? 'written'
    await new Promise((resolve) => setImmediate(resolve))
    if (fate === 'closedBefore') page.close()
    if (page.isClosed) return new Promise(() => undefined)
    const written = await work()
    if (fate === 'closedAfter') page.close()
    return written
  }

  async #send(request: Request, page: Page): Promise<Response> {
    const fate = this.random?.weighed(this.#parts.fates) ?? 'answered'
    const { pathname } = new URL(request.url)
    const call = await this.#callOf(request)
    const trace = (outcome: string) =>
      this.#parts.tell(`  till of ${this.who.member.name}: ${request.method} ${pathname} ${outcome}`)
    if (!this.isUp) {
      trace('no network')
      throw this.#fails()
    }
    // A till counts on it that a request for a service arrives within seconds, or never.
    const maxDelaySteps = pathname === '/vas/sale' ? 1 : 6
    const response = await this.#carryOut(call, fate, page, maxDelaySteps)
    trace(`${fate} ${response?.status ?? ''}`)
    if (response === undefined) throw this.#fails()
    this.#isReached = true
    return response
  }

  /** @returns the answer that reaches the till */
  async #carryOut(
    call: () => Promise<Response>,
    fate: Fate,
    page: Page,
    maxDelaySteps: number,
  ): Promise<Response | undefined> {
    switch (fate) {
      case 'lost':
        return undefined
      case 'late':
        this.#late.add(call, this.random?.whole(1, maxDelaySteps) ?? 0)
        return undefined
      case 'unanswered':
        await call()
        return undefined
      case 'doubled':
        return (await Promise.all([call(), call()]))[0]
      case 'cut':
        return (await Promise.all([call(), this.#parts.cut()]))[0]
      case 'closedBefore':
        page.close()
        return undefined
      case 'closedAfter':
        await call()
        page.close()
        return undefined
      default:
        return call()
    }
  }

  #fails(): TypeError {
    this.#isReached = false
    return new TypeError('fetch failed')
  }

  /** The request as it reaches the product, in this person's session. */
  async #callOf(request: Request): Promise<() => Promise<Response>> {
    const { method, headers } = request
    const { pathname, search } = new URL(request.url)
    const text = method === 'GET' ? '' : await request.clone().text()
    const key = headers.get('idempotency-key')
    return async () => {
      const answer = await this.#parts.app.call(
        this.who.member,
        method,
        `${pathname}${search}`,
        text === '' ? undefined : JSON.parse(text),
        key === null ? {} : { 'idempotency-key': key },
      )
      return new Response(answer.text === '' ? null : answer.text, answer)
    }
  }
}
