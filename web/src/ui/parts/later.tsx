import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type State = 'loading' | 'loaded' | { readonly fault: unknown }

/** The parts whose code is not loaded yet, by the functions that load it. */
const unloaded = new Set<() => Promise<void>>()

/**
 * A component whose code is loaded when it first renders: dialogs, drawers and menus that no first screen
 * shows. Until then `Fallback` is shown.
 *
 * This is not `lazy` with `Suspense`: React reveals what a boundary held back no sooner than 300 ms after its
 * fallback, and a dialog would open that much later.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback?: ComponentType<P>,
): (props: P) => ReactNode {
  let Loaded: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const start = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        Loaded = component
        unloaded.delete(start)
      },
      (error: unknown) => {
        // The next attempt may find the network again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  unloaded.add(start)

  return function Later(props) {
    const [state, setState] = useState<State>(Loaded === undefined ? 'loading' : 'loaded')
    useEffect(() => {
      if (state !== 'loading') return
      let isMounted = true
      const settle = (next: State) => isMounted && setState(next)
      start().then(
        () => settle('loaded'),
        (fault: unknown) => settle({ fault }),
      )
      return () => {
        isMounted = false
      }
    }, [state])
    if (typeof state === 'object') throw state.fault
    if (state === 'loaded' && Loaded !== undefined) return <Loaded {...props} />
    return Fallback === undefined ? null : <Fallback {...props} />
  }
}

/**
 * Loads all parts that the code loaded so far declares, and those that they declare. Never throws: what cannot
 * be loaded now is loaded when it renders.
 */
export async function loadParts(): Promise<void> {
  const tried = new Set<() => Promise<void>>()
  for (;;) {
    const untried = [...unloaded].filter((start) => !tried.has(start))
    if (untried.length === 0) return
    for (const start of untried) tried.add(start)
    await Promise.allSettled(untried.map((start) => start()))
  }
}
