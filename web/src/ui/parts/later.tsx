import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

type State = 'coming' | 'there' | { readonly fault: unknown }

/**
 * A component whose code is not part of the first screen: dialogs, drawers and menus. It is loaded when the
 * browser is idle, or at the latest when it first renders. Until then `Fallback` is shown.
 *
 * This is not `lazy` with `Suspense`: React holds back what a boundary reveals until 300 ms after its fallback,
 * and a dialog would open that much later.
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
      },
      (error: unknown) => {
        // The next attempt may find the network again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  whenIdle(() => {
    start().catch(() => undefined)
  })

  return function Later(props) {
    // Whether it was there when this was first drawn; what comes later has to be told.
    const [state, setState] = useState<State>(Loaded === undefined ? 'coming' : 'there')
    useEffect(() => {
      if (state !== 'coming') return
      let isMounted = true
      const settle = (next: State) => isMounted && setState(next)
      start().then(
        () => settle('there'),
        (fault: unknown) => settle({ fault }),
      )
      return () => {
        isMounted = false
      }
    }, [state])
    if (typeof state === 'object') throw state.fault
    if (state === 'there' && Loaded !== undefined) return <Loaded {...props} />
    return Fallback === undefined ? null : <Fallback {...props} />
  }
}
