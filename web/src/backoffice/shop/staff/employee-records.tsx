import { Group, SegmentedControl, Text } from '@mantine/core'
import type { Employee, ProfileStore } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pagesQuery } from '../../../api/lists.ts'
import { RecordList } from '../../../desk/records/record-list.tsx'
import { usePageSearch } from '../../../desk/search/search.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { EmptyTeam } from '../../../ui/illustrations/scenes.tsx'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { later } from '../../../ui/parts/later.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { PinButton } from './pin-button.tsx'
import { pinRefusalsQuery } from './pin-refusals-query.ts'
import { teamSearch } from './search.ts'
import { teamTexts } from './team-texts.ts'
import { staffTexts } from './texts.ts'

const employeesQuery = (storeId: string, status: Employee['status'], q: string | undefined) =>
  pagesQuery(['employees', storeId, status, q], (cursor, signal) =>
    answer(
      api.GET('/pos/employees', {
        params: {
          query: {
            storeId,
            status,
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

/** Records of the people who work in the store, or of those who have left. */
export function EmployeeRecords({ store }: { store: ProfileStore }) {
  const t = useWords(teamTexts)
  const tStaff = useWords(staffTexts)
  const { search, change } = usePageSearch(teamSearch)
  const hasLeft = search.fichas === 'baja'
  const refusals = useQuery(pinRefusalsQuery(store.storeId))
  const [pinFor, setPinFor] = useState<Employee | null>(null)
  return (
    <>
      <RecordList
        title={t('records')}
        hint={t('recordsEmptyHint')}
        addLabel={t('add')}
        barred={useMissingScope(store, 'POS_EMPLOYEES_WRITE')}
        listing={useInfiniteQuery(employeesQuery(store.storeId, hasLeft ? 'INACTIVE' : 'ACTIVE', search.q))}
        filter={
          <SegmentedControl
            aria-label={t('recordsFilter')}
            value={hasLeft ? 'baja' : 'actuales'}
            onChange={(value) => change({ fichas: value })}
            data={[
              { value: 'actuales', label: t('current') },
              { value: 'baja', label: t('former') },
            ]}
          />
        }
        idOf={(employee) => employee.id}
        columns={[
          {
            accessor: 'name',
            title: t('name'),
            render: ({ name, status }) => (
              <Group gap="xs">
                <Text fw={600}>{name}</Text>
                {status === 'INACTIVE' && <StatusChip tone="idle">{t('former')}</StatusChip>}
              </Group>
            ),
          },
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
                <PinButton
                  employee={employee}
                  refusal={refusals.data?.get(employee.membershipId ?? '')}
                  onGive={() => setPinFor(employee)}
                />
              </RowActions>
            ),
          },
        ]}
        empty={{
          picture: <EmptyTeam />,
          title: t(hasLeft ? 'formerEmpty' : 'recordsEmpty'),
          hint: t(hasLeft ? 'formerEmptyHint' : 'recordsEmptyHint'),
        }}
        form={(employee, close) => (
          <EmployeeForm storeId={store.storeId} employee={employee} onClose={close} />
        )}
      />
      {pinFor !== null && <PinDialog employee={pinFor} onClose={() => setPinFor(null)} />}
    </>
  )
}
