import type { VasSale } from '@mostrador/client'
import type { PaperDocument } from '../../../ui/paper/paper-document.ts'
import { PaperView } from '../../../ui/paper/paper-view.tsx'
import { PrintedPaper } from '../../../ui/paper/printed-paper.tsx'
import { BrowserPaperWidth } from '../../../ui/printer/paper-width.tsx'
import { PrintButton } from '../../../ui/printer/print-button.tsx'
import { usePrinterSettings } from '../../../ui/printer/printer-settings.ts'
import { paperLanguage } from '../../../ui/words/language.ts'
import { useWords } from '../../../ui/words/words.ts'
import { serviceReceiptMail } from '../../paper/mail-receipt.ts'
import { ShareButton } from '../../paper/share-button.tsx'
import { kindTexts } from '../../words/kind-texts.ts'
import classes from './receipt-panel.module.css'

interface Props {
  sale: VasSale
  paper: PaperDocument
  printLabel: string
  /** The same with its PIN in clear, for printing only. Its print button is next to the PIN. */
  pinPaper: PaperDocument | null
}

/** The receipt next to the outcome, to print or to send. What is sent never has a PIN in clear. */
export function ReceiptPanel({ sale, paper, printLabel, pinPaper }: Props) {
  const t = useWords(kindTexts)
  const { paperWidthMm } = usePrinterSettings()
  return (
    <aside className={classes['receipt']} aria-label={t(`${sale.kind}.ticket`)}>
      {pinPaper === null ? (
        <PrintButton paper={paper} size="md" h={52}>
          {printLabel}
        </PrintButton>
      ) : (
        <PrintedPaper paper={pinPaper} widthMm={paperWidthMm} />
      )}
      <ShareButton paper={paper} mail={sale.status === 'PENDING' ? null : serviceReceiptMail(sale.id)} />
      <BrowserPaperWidth />
      <div className={classes['paper']} lang={paperLanguage}>
        <PaperView paper={paper} />
      </div>
    </aside>
  )
}
