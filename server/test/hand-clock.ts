import type { Clock } from '../src/adapters/clock/clock.ts'

/** A clock that stands still until a test moves it; sleeping takes no time. */
export class HandClock implements Clock {
  #nowMs: number

  constructor(start = '2026-03-24T20:05:05.883Z') {
    this.#nowMs = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#nowMs)
  }

  async sleep(): Promise<void> {}

  pass(ms: number): void {
    this.#nowMs += ms
  }
}
