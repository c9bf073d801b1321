/** A binary heap of ids by due time: peeking is O(1), adding and removing O(log n). */
export class DueQueue {
  readonly #heap: { readonly dueAtMs: number; readonly id: number }[] = []

  add(dueAtMs: number, id: number): void {
    const heap = this.#heap
    const entry = { dueAtMs, id }
    heap.push(entry)
    let at = heap.length - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent]
      if (!above || above.dueAtMs <= dueAtMs) break
      heap[at] = above
      at = parent
    }
    heap[at] = entry
  }

  /** The earliest; `undefined` when the queue is empty. */
  get first(): { readonly dueAtMs: number; readonly id: number } | undefined {
    return this.#heap[0]
  }

  removeFirst(): void {
    const last = this.#heap.pop()
    if (last && this.#heap.length > 0) this.#sink(last)
  }

  #sink(entry: { readonly dueAtMs: number; readonly id: number }): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      const left = heap[2 * at + 1]
      const right = heap[2 * at + 2]
      const isRight = right !== undefined && left !== undefined && right.dueAtMs < left.dueAtMs
      const child = isRight ? right : left
      if (!child || child.dueAtMs >= entry.dueAtMs) break
      heap[at] = child
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = entry
  }
}
