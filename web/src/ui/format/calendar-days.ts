/** The date some days before today, `YYYY-MM-DD`, in the device's time zone. */
export function daysAgo(days: number, today = new Date()): string {
  const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The first day of the month some months ago. */
export function monthStart(monthsAgo: number, today = new Date()): string {
  return daysAgo(0, new Date(today.getFullYear(), today.getMonth() - monthsAgo, 1))
}

/** The last day of the month some months ago. */
export function monthEnd(monthsAgo: number, today = new Date()): string {
  return daysAgo(0, new Date(today.getFullYear(), today.getMonth() - monthsAgo + 1, 0))
}

/** Every day of a range, both ends included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  const at = new Date(`${from}T00:00`)
  for (let day = from; day <= to; day = daysAgo(0, at)) {
    days.push(day)
    at.setDate(at.getDate() + 1)
  }
  return days
}
