import { Button } from '@mantine/core'
import type { VasKind } from '@mostrador/client'
import { type ReactNode, useState } from 'react'
import { PaperWidth, type PaperWidthMm, rememberedPaperWidth } from '../../../ui/paper/paper-width.tsx'
import { PrintedReceipt, Receipt, type ReceiptLine } from '../../../ui/paper/receipt.tsx'
import { paperLanguage } from '../../../ui/words/language.ts'
import { useWords } from '../../../ui/words/words.ts'
import { kindTexts } from '../../words/kind-texts.ts'
import classes from './receipt-panel.module.css'

interface Props {
  kind: VasKind
  lines: readonly ReceiptLine[]
  printLabel: string
  icon: ReactNode
  heading?: string
  /** A PIN in clear, for printing only; the ticket on the screen shows it masked. */
  code?: ReceiptLine | undefined
}

/** The receipt next to the outcome, with its print button. */
export function ReceiptPanel({ kind, lines, printLabel, icon, heading, code }: Props) {
  const t = useWords(kindTexts)
  const [widthMm, setWidthMm] = useState<PaperWidthMm>(rememberedPaperWidth)
  return (
    <aside className={classes['receipt']} aria-label={t(`${kind}.ticket`)}>
      {/* A PIN has its own print button. */}
      {code === undefined && (
        <Button variant="default" size="md" h={52} leftSection={icon} onClick={() => window.print()}>
          {printLabel}
        </Button>
      )}
      <PaperWidth widthMm={widthMm} onChange={setWidthMm} />
      <div className={classes['paper']} lang={paperLanguage}>
        <Receipt lines={lines} heading={heading} />
      </div>
      <PrintedReceipt lines={lines} heading={heading} code={code} widthMm={widthMm} />
    </aside>
  )
}
