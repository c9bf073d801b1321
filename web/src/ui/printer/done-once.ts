const key = 'mostrador.donePapers'
const keptCount = 200

/**
 * Whether this is the first call with this name on this device. So a reload neither prints a ticket again nor opens the
 * drawer again.
 */
export function isFirstTime(name: string): boolean {
  const done = doneBefore()
  if (done.includes(name)) return false
  localStorage.setItem(key, JSON.stringify([...done, name].slice(-keptCount)))
  return true
}

function doneBefore(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}
