import { formatPesos } from '../../ui/format/money.ts'
import classes from './sale-change.module.css'

interface Props {
  /** Says it with the heading, which takes the focus. */
  id: string
  /** In words: change is due, or the payment was exact. */
  label: string
  centavos: number
  /** In one line, where much else has to be in sight. */
  isInLine?: boolean
}

/** The change of a finished sale, on top of its screen and the largest on it. */
export function SaleChange({ id, label, centavos, isInLine = false }: Props) {
  return (
    <p
      id={id}
      className={classes['change']}
      role="status"
      data-notices="below"
      data-exact={centavos === 0 || undefined}
      data-in-line={isInLine || undefined}
    >
      {label} {centavos > 0 && <strong>{formatPesos(centavos)}</strong>}
    </p>
  )
}
