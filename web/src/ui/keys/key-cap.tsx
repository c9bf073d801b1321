import classes from './key-cap.module.css'

/** A key on the button that it presses. Only devices with a mouse show it; screen readers get `aria-keyshortcuts`. */
export function KeyCap({ chord }: { chord: string }) {
  return (
    <span className={classes['key']} aria-hidden="true">
      {chord}
    </span>
  )
}
