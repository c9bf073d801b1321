const steps = [1, 2, 2.5, 5, 10]

/** The end of an axis: the smallest of 1, 2, 2.5 or 5 times a power of ten that is at least `value`. */
export function ceilingOf(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (steps.find((step) => step * power >= value) ?? 10) * power
}

/** The share of the whole in percent of the axis; negative values have no bar. */
export function percentOf(value: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, (value / whole) * 100))
}
