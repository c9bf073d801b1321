const steps = [1, 2, 2.5, 5, 10]

/** The round value at or above `value` that an axis ends at: 1, 2, 2.5 or 5 times a power of ten. */
export function ceilingOf(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return (steps.find((step) => step * power >= value) ?? 10) * power
}

/** How much of the whole, in percent of the axis; what is below zero has no bar. */
export function percentOf(value: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(100, Math.max(0, (value / whole) * 100))
}
