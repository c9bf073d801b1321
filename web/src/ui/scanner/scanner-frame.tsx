import { useWords } from '../words/words.ts'
import { isWritable } from './focus-place.ts'
import { type AskedScan, type ScanRefusal, useScans } from './meanings.ts'
import { ScanNotice } from './scan-notice.tsx'
import { scannerTexts } from './texts.ts'
import { typeText } from './typing.ts'

/**
 * `till`: a scan is never typed. `desk`: a scan fills the focused field and submits nothing. `locked`: scans
 * are ignored.
 */
type Kind = 'till' | 'desk' | 'locked'

/** Handles the scans of a page that none of its screens handles. */
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
  if (focused === null || !isWritable(focused)) return false
  typeText(focused, code)
  return true
}
