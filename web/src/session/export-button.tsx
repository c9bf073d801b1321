import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { FileCall, FileFormat } from '../api/download.ts'
import { later } from '../ui/later.tsx'
import { useSessionWords } from './words.ts'

export interface ExportProps {
  /** Asks for the file, with `parseAs: 'blob'`. */
  load: (format: FileFormat) => FileCall
  /** Why nothing can be exported, in words. */
  reason?: string | null | undefined
}

function Waiting(_: ExportProps) {
  const t = useSessionWords()
  return (
    <Button variant="default" leftSection={<IconDownload size={19} />}>
      {t('export.do')}
    </Button>
  )
}

/** What a page shows as a file: CSV, or a workbook. */
export const ExportButton = later<ExportProps>(
  async () => (await import('./export-menu.tsx')).ExportMenu,
  Waiting,
)
