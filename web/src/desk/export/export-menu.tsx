import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { download, type FileFormat } from '../../api/download.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { ExportProps } from './export-props.ts'
import { exportTexts } from './texts.ts'

export function ExportMenu({ load, note, reason }: ExportProps) {
  const t = useWords(exportTexts)
  const words = useProblemWords()
  const file = useMutation({
    mutationFn: (format: FileFormat) => download(load(format)),
    onError: (error) => {
      const { title, hint } = words(error)
      notifications.show({ color: 'red', title, message: hint ?? '' })
    },
  })
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
        <Menu.Item leftSection={<IconFileSpreadsheet size={19} />} onClick={() => file.mutate('xlsx')}>
          {t('xlsx')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeCsv size={19} />} onClick={() => file.mutate('csv')}>
          {t('csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
