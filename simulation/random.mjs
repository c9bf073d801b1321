// JavaScript, because the benchmarks draw from it as well; random.d.mts has its types.

export class Random {
  #state

  constructor(...seeds) {
    this.#state = seeds.reduce((state, seed) => mixed(state + Math.imul(seed + 1, 0x9e3779b1)), 0x6d2b79f5)
  }

  next() {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    return mixed(this.#state) / 2 ** 32
  }

  whole(least, most) {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  isHit(chance) {
    return this.next() < chance
  }

  pick(from) {
    if (from.length === 0) throw new RangeError('nothing to choose from')
    return from[this.whole(0, from.length - 1)]
  }

  some(from, count) {
    const left = [...from]
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [taken] = left.splice(this.whole(0, left.length - 1), 1)
      return taken
    })
  }

  weighed(weights) {
    const entries = Object.entries(weights)
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return entries.at(-1)[0]
  }

  uuid(atMs) {
    const hex = (digits) => Array.from({ length: digits }, () => this.whole(0, 15).toString(16)).join('')
    const time = Math.floor(atMs).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${this.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`
  }
}

function mixed(state) {
  let value = Math.imul(state ^ (state >>> 15), 1 | state)
  value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
  return (value ^ (value >>> 14)) >>> 0
}
