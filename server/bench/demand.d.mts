/** What a shop sells, and looks at. */
export type Act = 'goods' | 'topUp' | 'read'
export const acts: readonly Act[]

/** A kind of shop. `hours`: from Sunday on, when it opens and closes, in hours of the day; closed on an empty one. */
export interface Kind {
  readonly name: string
  /** Of all shops. */
  readonly share: number
  readonly hours: readonly (readonly [number, number] | readonly [])[]
  /** How much of each on an average day. */
  readonly day: Readonly<Record<Act, number>>
}
export const kinds: readonly Kind[]

/** Somebody wants something. `atMs`: of the shops' clock; `shop`: from 1 on. */
export interface Arrival {
  readonly atMs: number
  readonly act: Act
  readonly shop: number
}

export interface Demand {
  /** What is expected of all shops at a moment, per second of the shops' clock. */
  rateAt(atMs: number): Record<Act, number>
  /** Those of a time, in their order. The same seed and the same time give the same ones, wherever the time is cut. */
  arrivals(fromMs: number, untilMs: number): Generator<Arrival, void, void>
}

/** The demand of as many merchants with one shop each. */
export function demandOf(options: { merchants: number; seed: number }): Demand

/** The place of a shop's kind in `kinds`. */
export function kindOf(shop: number): number

/** What is expected of one shop of a kind, per second; 0 while it is closed. */
export function shopRateAt(kind: Kind, act: Act, atMs: number): number

/** What is expected of one shop of a kind on the day of a moment. */
export function dayTotal(kind: Kind, act: Act, atMs: number): number

/** Whether wages are paid: on the 15th and the last of a month, or on the Friday before when that is a weekend. */
export function isPayday(atMs: number): boolean
