const held = new Map<string, string>()

/**
 * Reads a secret from the link's fragment, which never reaches a server's log, and removes it from the
 * address so that it stays neither in the history nor on the screen.
 */
export function takeFragment(name: string): string | null {
  const found = new URLSearchParams(window.location.hash.slice(1)).get(name)
  if (found !== null) {
    held.set(name, found)
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  return held.get(name) ?? null
}

export const takeFragmentToken = () => takeFragment('token')
