import { Switch, TextInput } from '@mantine/core'
import type { Terminal } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { recordTexts } from '../../../desk/records/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { terminalRecordTexts } from './texts.ts'

const fieldsOf = ({ name, isEnabled }: { name: string; isEnabled: boolean }) => ({
  name: name.trim(),
  status: isEnabled ? ('ENABLED' as const) : ('DISABLED' as const),
})

export function TerminalForm(props: { storeId: string; terminal: Terminal | null; onClose: () => void }) {
  const { storeId, terminal, onClose } = props
  const t = useWords(terminalRecordTexts)
  const tRecord = useWords(recordTexts)
  return (
    <RecordDrawer
      title={terminal === null ? t('add') : t('edit')}
      refreshes={[['terminals']]}
      onClose={onClose}
      initialValues={{ name: terminal?.name ?? '', isEnabled: terminal?.status !== 'DISABLED' }}
      required={['name']}
      save={(values, opened) =>
        terminal === null
          ? answer(api.POST('/pos/terminals', { body: { storeId, ...fieldsOf(values) } }))
          : sendChanges(fieldsOf(opened), fieldsOf(values), (body) =>
              answer(api.PATCH('/pos/terminals/{id}', { params: { path: { id: terminal.id } }, body })),
            )
      }
      removal={
        terminal === null
          ? undefined
          : {
              sure: tRecord('removeSure', { name: terminal.name }),
              hint: tRecord('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/terminals/{id}', { params: { path: { id: terminal.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
          <Switch label={t('enabled')} size="md" {...form.getInputProps('isEnabled', { type: 'checkbox' })} />
        </>
      )}
    </RecordDrawer>
  )
}
