import { Group, Paper, Stack, Text } from '@mantine/core'
import type { Merchant } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { EmptyTeam } from '../../ui/illustrations/scenes.tsx'
import { AddButton } from '../../ui/parts/add-button.tsx'
import { later } from '../../ui/parts/later.tsx'
import { EmptyState, ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { useAssignmentNote } from './assignment-note.ts'
import { assignmentsQuery } from './assignment-queries.ts'
import { useEndAct } from './end-act.ts'
import { useMissingOversight } from './oversight.ts'
import { assignmentTexts } from './texts.ts'

const AssignDialog = later(async () => (await import('./assign-dialog.tsx')).AssignDialog)

/** The administrators confined to this merchant, by an assignment or as its owner, besides those who oversee all. */
export function MerchantAdmins({ merchant }: { merchant: Merchant }) {
  const t = useWords(assignmentTexts)
  const barred = useMissingPage('roles')
  const missing = useMissingOversight()
  const [isAssigning, setIsAssigning] = useState(false)
  return (
    <Stack>
      <Text c="dimmed">{t('ofMerchantHint')}</Text>
      <Group>
        <AddButton reason={barred ?? missing} onClick={() => setIsAssigning(true)}>
          {t('assign')}
        </AddButton>
      </Group>
      {barred === null && <Assigned merchantId={merchant.id} />}
      {isAssigning && <AssignDialog merchant={merchant} onClose={() => setIsAssigning(false)} />}
    </Stack>
  )
}

function Assigned({ merchantId }: { merchantId: string }) {
  const t = useWords(assignmentTexts)
  const words = useProblemWords()
  const noteOf = useAssignmentNote()
  const endAct = useEndAct()
  // All assignments are needed, to warn before somebody's last one is removed.
  const { data, error, refetch } = useQuery(assignmentsQuery())
  if (data === undefined) {
    return error === null ? (
      <RowSkeletons rows={3} />
    ) : (
      <ErrorState {...words(error)} onRetry={() => refetch()} />
    )
  }
  const own = data.filter(({ merchant }) => merchant.id === merchantId)
  if (own.length === 0) return <EmptyState picture={<EmptyTeam />} title={t('empty')} hint={t('emptyHint')} />
  return own.map((assignment) => {
    const held = data.filter(({ account }) => account.id === assignment.account.id)
    return (
      <Paper key={assignment.account.id} withBorder p="md">
        <Group justify="space-between" wrap="nowrap">
          <div>
            <Text fw={650}>{assignment.account.name}</Text>
            <Text c="dimmed" size="sm">
              {assignment.account.email} · {noteOf(assignment)}
            </Text>
          </div>
          {assignment.assignedAt !== null && <ActButtons acts={[endAct(assignment, held.length === 1)]} />}
        </Group>
      </Paper>
    )
  })
}
