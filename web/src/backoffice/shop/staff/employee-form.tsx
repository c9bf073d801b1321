import { TextInput } from '@mantine/core'
import { answer, api } from '../../../api/client.ts'
import type { EmployeeRecord } from '../../../api/types.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { useBackofficeWords } from '../../words/words.ts'

const emptyToNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

export function EmployeeForm(props: {
  storeId: string
  employee: EmployeeRecord | null
  onClose: () => void
}) {
  const { storeId, employee, onClose } = props
  const t = useBackofficeWords()
  return (
    <RecordDrawer
      title={employee === null ? t('team.add') : t('team.edit')}
      refreshes={['employees']}
      onClose={onClose}
      initialValues={{
        name: employee?.name ?? '',
        email: employee?.email ?? '',
        phone: employee?.phone ?? '',
        position: employee?.position ?? '',
      }}
      required={['name']}
      save={({ name, ...contact }) => {
        const body = {
          name: name.trim(),
          email: emptyToNull(contact.email),
          phone: emptyToNull(contact.phone),
          position: emptyToNull(contact.position),
        }
        return employee === null
          ? answer(api.POST('/pos/employees', { body: { storeId, ...body } }))
          : answer(api.PATCH('/pos/employees/{id}', { params: { path: { id: employee.id } }, body }))
      }}
      removal={
        employee === null
          ? undefined
          : {
              sure: t('removeSure', { name: employee.name }),
              hint: t('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/employees/{id}', { params: { path: { id: employee.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('team.name')} required data-autofocus {...form.getInputProps('name')} />
          <TextInput label={t('team.position')} {...form.getInputProps('position')} />
          <TextInput label={t('team.email')} type="email" {...form.getInputProps('email')} />
          <TextInput label={t('team.phone')} type="tel" {...form.getInputProps('phone')} />
        </>
      )}
    </RecordDrawer>
  )
}
