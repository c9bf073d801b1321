import { Text } from '@mantine/core'
import type { Employee, ProfileStore } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { RecordList } from '../../../desk/records/record-list.tsx'
import { listSearch, usePageSearch } from '../../../desk/search/search.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { EmptyTeam } from '../../../ui/illustrations/scenes.tsx'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { teamTexts } from './team-texts.ts'
import { staffTexts } from './texts.ts'

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

export function EmployeeRecords({ store }: { store: ProfileStore }) {
  const t = useWords(teamTexts)
  const tStaff = useWords(staffTexts)
  const { search } = usePageSearch(listSearch)
  const [pinFor, setPinFor] = useState<Employee | null>(null)
  return (
    <>
      <RecordList
        title={t('records')}
        hint={t('recordsEmptyHint')}
        addLabel={t('add')}
        barred={useMissingScope(store, 'POS_EMPLOYEES_WRITE')}
        listing={useInfiniteQuery(employeesQuery(store.storeId, search.q))}
        idOf={(employee) => employee.id}
        columns={[
          { accessor: 'name', title: t('name'), render: ({ name }) => <Text fw={600}>{name}</Text> },
          { accessor: 'position', title: t('position'), render: ({ position }) => position ?? '—' },
          { accessor: 'email', title: t('email'), render: ({ email }) => email ?? '—' },
          {
            accessor: 'code',
            title: tStaff('code'),
            render: ({ code }) => <span className="figures">{code ?? '—'}</span>,
          },
          { accessor: 'phone', title: t('phone'), render: ({ phone }) => phone ?? '—' },
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
        empty={{ picture: <EmptyTeam />, title: t('recordsEmpty'), hint: t('recordsEmptyHint') }}
        form={(employee, close) => (
          <EmployeeForm storeId={store.storeId} employee={employee} onClose={close} />
        )}
      />
      {pinFor !== null && <PinDialog employee={pinFor} onClose={() => setPinFor(null)} />}
    </>
  )
}
