import { SegmentedControl } from '@mantine/core'
import type { PaperWidthMm } from '../paper/printed-paper.tsx'
import { useWords } from '../words/words.ts'
import { changePrinterSettings, columnsOf, isDirect, usePrinterSettings } from './printer-settings.ts'
import { printerTexts } from './texts.ts'

/** Chooses the paper's width for this device. */
export function PaperWidth() {
  const t = useWords(printerTexts)
  const { paperWidthMm } = usePrinterSettings()
  return (
    <SegmentedControl
      aria-label={t('paperWidth')}
      value={String(paperWidthMm)}
      onChange={(value) => choosePaperWidth(value === '58' ? 58 : 80)}
      data={[
        { value: '58', label: '58 mm' },
        { value: '80', label: '80 mm' },
      ]}
    />
  )
}

/** The same beside a paper, when the browser prints it. A printer without a dialog has its width in its settings. */
export function BrowserPaperWidth() {
  return isDirect(usePrinterSettings()) ? null : <PaperWidth />
}

function choosePaperWidth(paperWidthMm: PaperWidthMm): void {
  changePrinterSettings({ paperWidthMm, columns: columnsOf[paperWidthMm][0] })
}
