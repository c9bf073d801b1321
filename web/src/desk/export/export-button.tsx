import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useSessionWords } from '../../session/words/words.ts'
import { later } from '../../ui/later.tsx'
import type { ExportProps } from './export-props.ts'

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
