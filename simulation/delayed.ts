/** Requests that arrive some steps after they were sent. */
export class Delayed<T> {
  #left: { readonly request: T; steps: number }[] = []

  add(request: T, steps: number): void {
    this.#left.push({ request, steps })
  }

  has(request: T): boolean {
    return this.#left.some((each) => each.request === request)
  }

  /** A step has passed. @returns those that arrive now, in the order in which they were sent */
  passStep(): T[] {
    for (const each of this.#left) each.steps -= 1
    const due = this.#left.filter(({ steps }) => steps <= 0)
    this.#left = this.#left.filter(({ steps }) => steps > 0)
    return due.map(({ request }) => request)
  }

  /** @returns all that are left: they arrive now */
  takeAll(): T[] {
    return this.#left.splice(0).map(({ request }) => request)
  }
}
