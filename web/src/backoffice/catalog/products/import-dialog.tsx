import { Anchor, Button, Group, Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reload } from '../../../desk/records/reload.ts'
import { FileButton } from '../../../ui/fields/file-choice.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { RowSkeletons } from '../../../ui/parts/states.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { ImportFaults } from './import-faults-table.tsx'
import { ImportSummary } from './import-summary.tsx'
import { productKeys } from './product-queries.ts'
import { type ImportOrder, importModes, sendImport } from './send-import.ts'
import { templateColumns } from './template-columns.ts'
import { productTexts } from './texts.ts'

type Mode = ImportOrder['mode']

/** Imports products from a file. Every row is checked and previewed before anything is written. */
export function ImportDialog({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useWords(productTexts)
  const tUi = useWords(uiTexts)
  const queryClient = useQueryClient()
  const [mode, setMode] = useState<Mode>('CREATE')
  const [file, setFile] = useState<File | null>(null)
  const send = (order: ImportOrder) => sendImport(storeId, order)
  const look = useMutation({ mutationFn: send })
  const take = useMutation({
    mutationFn: send,
    onSuccess: async ({ rowCount }) => {
      notifications.show({ message: t('imported', { count: rowCount }), color: 'agave' })
      onClose()
      await reload(queryClient, [...productKeys, ['categories']])
    },
  })
  const lookAt = (next: File | null, how: Mode) => {
    setFile(next)
    take.reset()
    if (next !== null) look.mutate({ file: next, mode: how, dryRun: true })
  }
  const error = take.error ?? look.error
  const isReady = look.isSuccess && error === null
  return (
    <Modal opened onClose={onClose} isSending={take.isPending} size="xl" title={t('importTitle')}>
      <Stack>
        <Text>
          {t('importHint')} <Template />
        </Text>
        <Radio.Group
          label={t('mode')}
          value={mode}
          onChange={(value) => {
            setMode(value as Mode)
            lookAt(file, value as Mode)
          }}
        >
          <Stack gap="xs" mt="xs">
            {importModes.map((each) => (
              <Radio key={each} value={each} label={t(`modes.${each}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Group>
          <FileButton onChange={(next) => next !== null && lookAt(next, mode)} accept=".xlsx,.csv,text/csv">
            {(props) => (
              <Button
                {...props}
                variant={isReady ? 'default' : 'light'}
                leftSection={<IconFileUpload size={19} />}
              >
                {file === null ? t('choose') : t('chooseOther')}
              </Button>
            )}
          </FileButton>
          {file !== null && <Text c="dimmed">{file.name}</Text>}
        </Group>
        {look.isPending && <RowSkeletons rows={3} />}
        {!look.isPending && error !== null && <ImportFaults error={error} />}
        {isReady && <ImportSummary found={look.data} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          {isReady && file !== null && (
            <Button loading={take.isPending} onClick={() => take.mutate({ file, mode, dryRun: false })}>
              {t('importDo', { count: look.data.rowCount })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

/** An empty template with the expected columns, made in the browser. */
function Template() {
  const t = useWords(productTexts)
  // Excel recognizes UTF-8 by the byte order mark.
  const text = `\uFEFF${templateColumns.join(',')}\r\n`
  return (
    <Anchor href={`data:text/csv;charset=utf-8,${encodeURIComponent(text)}`} download={t('templateFile')}>
      {t('template')}
    </Anchor>
  )
}
