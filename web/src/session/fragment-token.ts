/**
 * The token of a link, from the fragment: it never reaches a server's log. It is taken out of the
 * address at once, so that it stays neither in the history nor on the screen.
 */
export function takeFragmentToken(): string | null {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token')
  if (token !== null) {
    held = token
    window.history.replaceState(window.history.state, '', window.location.pathname)
  }
  return held
}

let held: string | null = null
