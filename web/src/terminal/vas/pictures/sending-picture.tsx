import type { VasKind } from '@mostrador/client'
import { accent, Picture } from '../../../ui/illustrations/picture.tsx'
import { Thing } from './outcome-picture.tsx'
import classes from './sending-picture.module.css'

/** The product on its way; without animation for people who prefer reduced motion. */
export function SendingPicture({ kind }: { kind: VasKind }) {
  return (
    <Picture tone="brand" width={260}>
      <Thing kind={kind}>
        <path d="M29 78V44M16 57l13-13 13 13" className={classes['arrow']} />
      </Thing>
      {[0, 1, 2].map((n) => (
        <g
          key={n}
          className={classes['wave']}
          style={{ animationDelay: `${n * 220}ms` }}
          stroke={accent}
          strokeWidth="5"
        >
          <path
            d={`M${142 + n * 12} ${46 - n * 9}c${9 + n * 5} ${9 + n * 4} ${9 + n * 5} ${25 + n * 14} 0 ${34 + n * 18}`}
          />
          <path
            d={`M${58 - n * 12} ${46 - n * 9}c-${9 + n * 5} ${9 + n * 4} -${9 + n * 5} ${25 + n * 14} 0 ${34 + n * 18}`}
          />
        </g>
      ))}
    </Picture>
  )
}
