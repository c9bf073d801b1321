import { Button, Menu } from '@mantine/core'
import { IconDownload, IconTable, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ImportDialog } from './import-dialog.tsx'
import { productTexts } from './texts.ts'

/** Import and export of products. */
export function FileMenu({ storeId, barred }: { storeId: string; barred: string | null }) {
  const t = useWords(productTexts)
  const [isImporting, setIsImporting] = useState(false)
  if (barred !== null) {
    return (
      <AllowedButton variant="default" reason={barred} leftSection={<IconTable size={19} />}>
        {t('files')}
      </AllowedButton>
    )
  }
  const file = (format: 'csv' | 'xlsx') => `/pos/products/export?storeId=${storeId}&format=${format}`
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTable size={19} />}>
            {t('files')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={18} />} onClick={() => setIsImporting(true)}>
            {t('import')}
          </Menu.Item>
          <Menu.Item component="a" href={file('xlsx')} download leftSection={<IconDownload size={18} />}>
            {t('exportXlsx')}
          </Menu.Item>
          <Menu.Item component="a" href={file('csv')} download leftSection={<IconDownload size={18} />}>
            {t('exportCsv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportDialog storeId={storeId} onClose={() => setIsImporting(false)} />}
    </>
  )
}
