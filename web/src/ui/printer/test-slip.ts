import type { PaperDocument } from '../paper/paper-document.ts'
import { usePaperWords } from '../words/words.ts'
import type { PrinterSettings } from './printer-settings.ts'
import { printerTexts } from './texts.ts'

/** A paper that shows whether width, letters and codes are right. */
export function useTestSlip({ columns, codePage }: PrinterSettings, logoUrl: string | null): PaperDocument {
  const t = usePaperWords(printerTexts)
  const ruler = Array.from({ length: columns }, (_each, place) => (place + 1) % 10).join('')
  return [
    ...(logoUrl === null ? [] : [{ kind: 'picture', url: logoUrl } as const]),
    { kind: 'text', text: t('slip.heading'), look: 'heading' },
    { kind: 'text', text: t('slip.columns', { columns }) },
    { kind: 'text', text: ruler },
    { kind: 'rule' },
    { kind: 'row', label: t('slip.letters'), value: t(`codePages.${codePage}`) },
    { kind: 'text', text: t('slip.alphabet') },
    { kind: 'rule' },
    { kind: 'row', label: t('slip.total'), value: '$1,234.50', isTotal: true },
    { kind: 'qr', data: 'MOSTRADOR' },
    { kind: 'text', text: t('slip.note'), look: 'centered' },
  ]
}
