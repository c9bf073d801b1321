import { TextInput } from '@mantine/core'
import type { Employee } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { emptyToNull } from '../../../desk/records/empty-to-null.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { recordTexts } from '../../../desk/records/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { teamTexts } from './team-texts.ts'

const fieldsOf = ({ name, ...contact }: Record<'name' | 'email' | 'phone' | 'position', string>) => ({
  name: name.trim(),
  email: emptyToNull(contact.email),
  phone: emptyToNull(contact.phone),
  position: emptyToNull(contact.position),
})

export function EmployeeForm(props: { storeId: string; employee: Employee | null; onClose: () => void }) {
  const { storeId, employee, onClose } = props
  const t = useWords(teamTexts)
  const tRecord = useWords(recordTexts)
  return (
    <RecordDrawer
      title={employee === null ? t('add') : t('edit')}
      refreshes={[['employees']]}
      onClose={onClose}
      initialValues={{
        name: employee?.name ?? '',
        email: employee?.email ?? '',
        phone: employee?.phone ?? '',
        position: employee?.position ?? '',
      }}
      required={['name']}
      save={(values, opened) =>
        employee === null
          ? answer(api.POST('/pos/employees', { body: { storeId, ...fieldsOf(values) } }))
          : sendChanges(fieldsOf(opened), fieldsOf(values), (body) =>
              answer(api.PATCH('/pos/employees/{id}', { params: { path: { id: employee.id } }, body })),
            )
      }
      removal={
        employee === null
          ? undefined
          : {
              sure: tRecord('removeSure', { name: employee.name }),
              hint: tRecord('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/employees/{id}', { params: { path: { id: employee.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
          <TextInput label={t('position')} {...form.getInputProps('position')} />
          <TextInput label={t('email')} type="email" {...form.getInputProps('email')} />
          <TextInput label={t('phone')} type="tel" {...form.getInputProps('phone')} />
        </>
      )}
    </RecordDrawer>
  )
}
