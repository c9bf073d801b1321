import type { RunningProduct } from '../../server/test/app.ts'
import type { Order } from '../../web/src/terminal/selling/orders/order.ts'
import type { Result } from '../../web/src/terminal/selling/vas/sale-machine.ts'
import { Delayed } from '../delayed.ts'
import { Random } from '../random.mjs'
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

/** A device at the counter, with a disk that outlives its windows. One person works at it, in one window or two. */
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
  /** While windows work at the same time. */
  readonly #randoms = new Map<Page, Random>()
  readonly #claims: InstanceType<Engine['FakeClaims']>
  #front: Page
  #other: Page | undefined
  /** Resolves when no window holds the lock. */
  #lock: Promise<unknown> = Promise.resolve()

  constructor(parts: DeviceParts, who: Employee) {
    this.#parts = parts
    this.who = who
    this.#disk = new parts.engine.FakeJournal()
    this.#claims = new parts.engine.FakeClaims()
    this.#front = this.#open()
  }

  /** The window in front, which is opened again after it was closed. */
  get page(): Page {
    if (this.#front.isClosed) this.#front = this.#open()
    return this.#front
  }

  /** The open windows, the one in front first. */
  get windows(): readonly Page[] {
    return [this.#front, this.#other].filter((page) => page !== undefined && !page.isClosed) as Page[]
  }

  /** Another window comes to the front; the till is opened in it when there is none. */
  async turnToOther(): Promise<void> {
    const next = this.#other?.isClosed === false ? this.#other : this.#open()
    this.#other = this.#front
    this.#front = next
    await next.takeOver()
  }

  /** The pauses of all windows are over at the same time. */
  async passPausesAtOnce(): Promise<void> {
    const { random } = this
    const windows = new Set([this.page, ...this.windows])
    // What happens to one of them must not depend on how fast the other one is.
    if (random !== undefined)
      for (const page of windows) this.#randoms.set(page, new Random(random.whole(0, 2 ** 31)))
    await Promise.all([...windows].map((page) => page.passPauses()))
    this.#randoms.clear()
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

  /** The order on the device's disk, which a window may not show yet. */
  stored(key: string): Order | undefined {
    return this.#disk.disk.get(key)
  }

  /** Sales of goods that still need the server. */
  get openKeys(): string[] {
    const states = ['SENT', 'WAITING', 'REFUSED']
    return this.#keysOf(({ kind, state }) => kind === 'goods' && states.includes(state))
  }

  /** Sales of services whose outcome it does not know. */
  get openServices(): string[] {
    return this.#keysOf(({ kind }) => kind === 'airtime')
  }

  #keysOf(isMeant: (order: Order) => boolean): string[] {
    return [...this.#disk.disk.values()].filter(isMeant).map(({ key }) => key)
  }

  #open(): Page {
    const { engine, nowMs } = this.#parts
    this.#isReached = true
    const { claims, close } = this.#claims.open()
    const page = new Page({
      claims,
      ...{ engine, nowMs, read: () => this.#disk.all() },
      write: (key, change, page) => this.#write(() => this.#disk.change(key, change), page),
      alone: (work, page) => this.#alone(work, page),
      accountId: this.who.member.id,
      storeId: this.who.shop.storeId,
      isOnline: () => this.isUp && this.#isReached,
      send: (request, page) => this.#send(request, page),
      onServiceEnded: ({ key }, result) => {
        if (result !== null) this.results.set(key, result)
      },
    })
    void page.closed.then(close)
    return page
  }

  /** As in a browser: one window at a time, and a window that is closed lets go. */
  #alone(work: () => Promise<void>, page: Page): Promise<void> {
    const done = this.#lock.then(() => (page.isClosed ? undefined : work()))
    this.#lock = this.#lock.then(() => Promise.race([Promise.allSettled([done]), page.closed]))
    return done
  }

  /** Takes a moment, in which the page goes on. */
  async #write<T>(work: () => Promise<T>, page: Page): Promise<T> {
    const fate = this.#randomOf(page)?.weighed(this.#parts.diskFates) ?? 'written'
    await new Promise((resolve) => setImmediate(resolve))
    if (fate === 'closedBefore') page.close()
    if (page.isClosed) return new Promise(() => undefined)
    const written = await work()
    if (fate === 'closedAfter') page.close()
    return written
  }

  async #send(request: Request, page: Page): Promise<Response> {
    const random = this.#randomOf(page)
    const fate = random?.weighed(this.#parts.fates) ?? 'answered'
    const { pathname } = new URL(request.url)
    const call = await this.#callOf(request)
    const trace = (outcome: string) =>
      this.#parts.tell(`  till of ${this.who.member.name}: ${request.method} ${pathname} ${outcome}`)
    if (!this.isUp) {
      trace('no network')
      throw this.#fails()
    }
    // A till counts on it that a request for a service arrives within seconds, or never.
    const delaySteps = () => random?.whole(1, pathname === '/vas/sale' ? 1 : 6) ?? 0
    const response = await this.#carryOut(call, fate, page, delaySteps)
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
    delaySteps: () => number,
  ): Promise<Response | undefined> {
    switch (fate) {
      case 'lost':
        return undefined
      case 'late':
        this.#late.add(call, delaySteps())
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

  #randomOf(page: Page): Random | undefined {
    return this.#randoms.get(page) ?? this.random
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
