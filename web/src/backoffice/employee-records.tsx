import { Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { pagesQuery } from '../api/lists.ts'
import type { EmployeeRecord, StoreAbility } from '../api/types.ts'
import { useMissingScope } from '../session/abilities.ts'
import { useDeskSearch } from '../session/desk-search.ts'
import { RecordDrawer } from '../session/record-drawer.tsx'
import { EmptyTeam } from '../ui/illustrations/scenes.tsx'
import { RecordList } from './record-list.tsx'
import { useBackofficeWords } from './words.ts'

const employeesQuery = (storeId: string, q: string | undefined) =>
  pagesQuery(['employees', storeId, q], (cursor, signal) =>
    answer(
      api.GET('/pos/employees', {
        params: {
          query: {
            storeId,
            sort: 'name',
            limit: 50,
            ...(q !== undefined && { q }),
            ...(cursor !== undefined && { cursor }),
          },
        },
        signal,
      }),
    ),
  )

export function EmployeeRecords({ store }: { store: StoreAbility }) {
  const t = useBackofficeWords()
  const { search } = useDeskSearch()
  return (
    <RecordList
      title={t('team.records')}
      hint={t('team.recordsEmptyHint')}
      addLabel={t('team.add')}
      barred={useMissingScope(store, 'POS_EMPLOYEES_WRITE')}
      listing={useInfiniteQuery(employeesQuery(store.storeId, search.q))}
      idOf={(employee) => employee.id}
      columns={[
        { accessor: 'name', title: t('team.name'), render: ({ name }) => <Text fw={600}>{name}</Text> },
        { accessor: 'position', title: t('team.position'), render: ({ position }) => position ?? '—' },
        { accessor: 'email', title: t('team.email'), render: ({ email }) => email ?? '—' },
        { accessor: 'phone', title: t('team.phone'), render: ({ phone }) => phone ?? '—' },
      ]}
      empty={{ picture: <EmptyTeam />, title: t('team.recordsEmpty'), hint: t('team.recordsEmptyHint') }}
      form={(employee, close) => <EmployeeForm storeId={store.storeId} employee={employee} onClose={close} />}
    />
  )
}

const emptyToNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

function EmployeeForm(props: { storeId: string; employee: EmployeeRecord | null; onClose: () => void }) {
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
