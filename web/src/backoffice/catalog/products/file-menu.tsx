import { Button, Menu } from '@mantine/core'
import { IconDownload, IconTable, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import type { FileFormat } from '../../../api/download.ts'
import { useDownload } from '../../../desk/export/use-download.ts'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ImportDialog } from './import-dialog.tsx'
import { productTexts } from './texts.ts'

/** Import and export of products. */
export function FileMenu({ storeId, barred }: { storeId: string; barred: string | null }) {
  const t = useWords(productTexts)
  const [isImporting, setIsImporting] = useState(false)
  const file = useDownload()
  if (barred !== null) {
    return (
      <AllowedButton variant="default" reason={barred} leftSection={<IconTable size={19} />}>
        {t('files')}
      </AllowedButton>
    )
  }
  const save = (format: FileFormat) =>
    file.mutate(() =>
      api.GET('/pos/products/export', { params: { query: { storeId, format } }, parseAs: 'blob' }),
    )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconTable size={19} />} loading={file.isPending}>
            {t('files')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={18} />} onClick={() => setIsImporting(true)}>
            {t('import')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={18} />} onClick={() => save('xlsx')}>
            {t('exportXlsx')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={18} />} onClick={() => save('csv')}>
            {t('exportCsv')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isImporting && <ImportDialog storeId={storeId} onClose={() => setIsImporting(false)} />}
    </>
  )
}
