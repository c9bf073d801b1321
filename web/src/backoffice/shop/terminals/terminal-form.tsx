import { Switch, TextInput } from '@mantine/core'
import { answer, api } from '../../../api/client.ts'
import type { TerminalRecord } from '../../../api/types.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { useBackofficeWords } from '../../words/words.ts'

export function TerminalForm(props: {
  storeId: string
  terminal: TerminalRecord | null
  onClose: () => void
}) {
  const { storeId, terminal, onClose } = props
  const t = useBackofficeWords()
  return (
    <RecordDrawer
      title={terminal === null ? t('terminals.add') : t('terminals.edit')}
      refreshes={['terminals']}
      onClose={onClose}
      initialValues={{ name: terminal?.name ?? '', isEnabled: terminal?.status !== 'DISABLED' }}
      required={['name']}
      save={({ name, isEnabled }) => {
        const body = { name: name.trim(), status: isEnabled ? 'ENABLED' : 'DISABLED' } as const
        return terminal === null
          ? answer(api.POST('/pos/terminals', { body: { storeId, ...body } }))
          : answer(api.PATCH('/pos/terminals/{id}', { params: { path: { id: terminal.id } }, body }))
      }}
      removal={
        terminal === null
          ? undefined
          : {
              sure: t('removeSure', { name: terminal.name }),
              hint: t('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/terminals/{id}', { params: { path: { id: terminal.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('terminals.name')} required data-autofocus {...form.getInputProps('name')} />
          <Switch
            label={t('terminals.enabled')}
            size="md"
            {...form.getInputProps('isEnabled', { type: 'checkbox' })}
          />
        </>
      )}
    </RecordDrawer>
  )
}
