import { Button, SegmentedControl } from '@mantine/core'
import type { VasKind } from '@mostrador/client'
import { type ReactNode, useState } from 'react'
import {
  type PaperWidthMm,
  PrintedReceipt,
  Receipt,
  type ReceiptLine,
  rememberedPaperWidth,
  rememberPaperWidth,
} from '../../../ui/paper/receipt.tsx'
import { paperLanguage } from '../../../ui/words/language.ts'
import { uiTexts } from '../../../ui/words/texts.ts'
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
  const tUi = useWords(uiTexts)
  const [widthMm, setWidthMm] = useState<PaperWidthMm>(rememberedPaperWidth)
  return (
    <aside className={classes['receipt']} aria-label={t(`${kind}.ticket`)}>
      {/* A PIN has its own print button. */}
      {code === undefined && (
        <Button variant="default" size="md" h={52} leftSection={icon} onClick={() => window.print()}>
          {printLabel}
        </Button>
      )}
      <SegmentedControl
        aria-label={tUi('paperWidth')}
        value={String(widthMm)}
        onChange={(value) => {
          const chosen = value === '58' ? 58 : 80
          setWidthMm(chosen)
          rememberPaperWidth(chosen)
        }}
        data={[
          { value: '58', label: '58 mm' },
          { value: '80', label: '80 mm' },
        ]}
      />
      <div className={classes['paper']} lang={paperLanguage}>
        <Receipt lines={lines} heading={heading} />
      </div>
      <PrintedReceipt lines={lines} heading={heading} code={code} widthMm={widthMm} />
    </aside>
  )
}
