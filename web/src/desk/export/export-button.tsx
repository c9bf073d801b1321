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
