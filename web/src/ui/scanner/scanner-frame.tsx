import { useWords } from '../words/words.ts'
import { placeOf } from './focus-place.ts'
import { type AskedScan, type ScanRefusal, useScans } from './meanings.ts'
import { ScanNotice } from './scan-notice.tsx'
import { scannerTexts } from './texts.ts'
import { typeText } from './typing.ts'

/** `till`: a scan is never typed. `desk`: it fills the field in hand, and sends nothing. `locked`: nobody is there. */
type Kind = 'till' | 'desk' | 'locked'

/** Takes the scans of a whole page, and answers for what its screens say nothing about. */
export function ScannerFrame({ kind }: { kind: Kind }) {
  const t = useWords(scannerTexts)
  useScans('frame', (scan): ScanRefusal | null => {
    if (kind === 'locked') return { title: t('refusal.locked') }
    if (kind === 'till') return { title: t(scan.isUnderDialog ? 'refusal.dialog' : 'refusal.opening') }
    return isTyped(scan) ? null : { title: t('refusal.noField') }
  })
  return <ScanNotice />
}

function isTyped({ focused, code }: AskedScan): boolean {
  if (focused === null || placeOf(focused) === 'nothing') return false
  typeText(focused, code)
  return true
}
