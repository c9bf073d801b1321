import { useWindowEvent } from '@mantine/hooks'
import { useState } from 'react'

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

/** Forgets a secret that works no more, so that its page opens without it. */
export function dropFragment(name: string): void {
  held.delete(name)
}

/** The token of the link that opened this page, or of one that was opened here since. */
export function useFragmentToken(): string | null {
  const [token, setToken] = useState(() => takeFragment('token'))
  useWindowEvent('hashchange', () => setToken(takeFragment('token')))
  return token
}
