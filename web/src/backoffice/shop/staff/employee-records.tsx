import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import type { EmployeeRecord, StoreAbility } from '../../../api/types.ts'
import { RecordList } from '../../../desk/records/record-list.tsx'
import { useDeskSearch } from '../../../desk/search/desk-search.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { AllowedButton } from '../../../ui/allowed-button.tsx'
import { EmptyTeam } from '../../../ui/illustrations/scenes.tsx'
import { later } from '../../../ui/later.tsx'
import { RowActions } from '../../../ui/row-actions.tsx'
import { useBackofficeWords } from '../../words/words.ts'
import { useStaffWords } from './words.ts'

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

const PinDialog = later(async () => (await import('./pin-dialog.tsx')).PinDialog)
const EmployeeForm = later(async () => (await import('./employee-form.tsx')).EmployeeForm)

export function EmployeeRecords({ store }: { store: StoreAbility }) {
  const t = useBackofficeWords()
  const tStaff = useStaffWords()
  const { search } = useDeskSearch()
  const [pinFor, setPinFor] = useState<EmployeeRecord | null>(null)
  return (
    <>
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
          {
            accessor: 'code',
            title: tStaff('code'),
            render: ({ code }) => <span className="figures">{code ?? '—'}</span>,
          },
          { accessor: 'phone', title: t('team.phone'), render: ({ phone }) => phone ?? '—' },
          {
            accessor: 'id',
            title: '',
            render: (employee) => (
              <RowActions>
                <AllowedButton
                  variant="light"
                  reason={employee.membershipId === null ? tStaff('noAccount') : null}
                  aria-label={tStaff('pinOf', { name: employee.name })}
                  onClick={() => setPinFor(employee)}
                >
                  {tStaff('pin')}
                </AllowedButton>
              </RowActions>
            ),
          },
        ]}
        empty={{ picture: <EmptyTeam />, title: t('team.recordsEmpty'), hint: t('team.recordsEmptyHint') }}
        form={(employee, close) => (
          <EmployeeForm storeId={store.storeId} employee={employee} onClose={close} />
        )}
      />
      {pinFor !== null && <PinDialog employee={pinFor} onClose={() => setPinFor(null)} />}
    </>
  )
}
