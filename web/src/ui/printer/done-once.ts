const key = 'mostrador.donePapers'
const keptCount = 200
/** What this page did while the device had no room to remember it. */
const doneHere = new Set<string>()

/**
 * Whether this is the first call with this name on this device. So a reload neither prints a ticket again nor opens the
 * drawer again.
 */
export function isFirstTime(name: string): boolean {
  const done = doneBefore()
  if (doneHere.has(name) || done.includes(name)) return false
  try {
    localStorage.setItem(key, JSON.stringify([...done, name].slice(-keptCount)))
  } catch {
    // Without room it must be done all the same: after a reload it may be done twice, which is better than never.
    doneHere.add(name)
  }
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
