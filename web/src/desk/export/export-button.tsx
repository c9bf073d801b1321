import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { later } from '../../ui/parts/later.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { ExportProps } from './export-props.ts'
import { exportTexts } from './texts.ts'

function Waiting(_: ExportProps) {
  const t = useWords(exportTexts)
  return (
    <Button variant="default" leftSection={<IconDownload size={19} />}>
      {t('do')}
    </Button>
  )
}

/** Exports what a page shows, as CSV or as a workbook. */
export const ExportButton = later<ExportProps>(
  async () => (await import('./export-menu.tsx')).ExportMenu,
  Waiting,
)

interface Shown {
  /** The chosen day; without it the file has the last thirty days. */
  day?: string | undefined
  /** What the page is searched for. No file is limited to it. */
  q: string | undefined
}

/** How a file differs from the page: its days, and that it is not limited to what is searched for. */
export function useExportNote({ day, q }: Shown): string | undefined {
  const t = useWords(exportTexts)
  const notes = [
    ...(day === undefined ? [t('lastDays')] : []),
    ...(q === undefined ? [] : [t('notSearched')]),
  ]
  return notes.length === 0 ? undefined : notes.join('. ')
}
