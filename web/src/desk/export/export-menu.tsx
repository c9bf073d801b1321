import { Button, Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { ExportProps } from './export-props.ts'
import { exportTexts } from './texts.ts'
import { useDownload } from './use-download.ts'

export function ExportMenu({ load, note, reason }: ExportProps) {
  const t = useWords(exportTexts)
  const file = useDownload()
  const face = { variant: 'default', leftSection: <IconDownload size={19} /> } as const
  if (reason !== undefined && reason !== null) {
    return (
      <AllowedButton {...face} reason={reason}>
        {t('do')}
      </AllowedButton>
    )
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button {...face} loading={file.isPending}>
          {t('do')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {note !== undefined && <Menu.Label>{note}</Menu.Label>}
        <Menu.Item
          leftSection={<IconFileSpreadsheet size={19} />}
          onClick={() => file.mutate(() => load('xlsx'))}
        >
          {t('xlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={19} />} onClick={() => file.mutate(() => load('csv'))}>
          {t('csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
