import type { ReactNode } from 'react'
import classes from './layer-foot.module.css'

/**
 * What has to stay in sight at the bottom of a dialog or drawer while its content scrolls: the sum, and the
 * button that ends it. It is the last element.
 */
export function LayerFoot({ children }: { children: ReactNode }) {
  return <div className={classes['foot']}>{children}</div>
}
