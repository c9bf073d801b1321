import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * A component whose code comes when it is first drawn: dialogs, drawers and menus, which no first
 * screen shows. Until then `fallback` stands in its place.
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
