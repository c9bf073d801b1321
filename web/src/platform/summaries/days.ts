/** The calendar day some days before today, `YYYY-MM-DD`, as the device counts days. */
export function daysAgo(days: number, today = new Date()): string {
  const at = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
