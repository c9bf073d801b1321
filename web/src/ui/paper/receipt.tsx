import { createPortal } from 'react-dom'
import type { PaperWidthMm } from './paper-width.tsx'
import classes from './receipt.module.css'

export interface ReceiptLine {
  label: string
  value: string
}

interface ReceiptProps {
  lines: readonly ReceiptLine[]
  heading?: string | undefined
  /** A PIN in clear, for printing only; never shown in the lines. */
  code?: ReceiptLine | undefined
}

/** A receipt, as it is printed. */
export function Receipt({ lines, heading, code }: ReceiptProps) {
  return (
    <div className={classes['lines']}>
      {heading !== undefined && <p className={classes['heading']}>{heading}</p>}
      {code !== undefined && (
        <div className={classes['code']}>
          {code.label}
          <strong>{code.value}</strong>
        </div>
      )}
      <dl>
        {lines.map(({ label, value }, place) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: Two lines may be equal, and a receipt never changes.
            key={place}
            className={classes['line']}
            data-long={value.length > 22 || undefined}
          >
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The same receipt alone on its paper; invisible on the screen. */
export function PrintedReceipt({ widthMm, ...receipt }: ReceiptProps & { widthMm: PaperWidthMm }) {
  return createPortal(
    <div className="print-only">
      <style>{`@page { size: ${widthMm}mm auto; margin: 0 }`}</style>
      <div className={classes['paper']} style={{ width: `${widthMm}mm` }} data-width={widthMm}>
        <Receipt {...receipt} />
      </div>
    </div>,
    document.body,
  )
}
