import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * A component whose code is loaded when it first renders: dialogs, drawers and menus that no first screen
 * shows. Until then `fallback` is shown.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback?: ComponentType<P>,
): (props: P) => ReactNode {
  const Late = lazy(async () => ({ default: await load() }))
  return (props) => (
    <Suspense fallback={Fallback === undefined ? null : <Fallback {...props} />}>
      <Late {...props} />
    </Suspense>
  )
}
