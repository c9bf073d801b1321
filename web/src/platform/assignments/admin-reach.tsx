import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { AdminAssignment, PlatformRole } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMe } from '../../session/me/me.ts'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { AddButton } from '../../ui/parts/add-button.tsx'
import { later } from '../../ui/parts/later.tsx'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { useAssignmentNote } from './assignment-note.ts'
import { assignmentsQuery } from './assignment-queries.ts'
import { useEndAct } from './end-act.ts'
import { useIsConfined, useMissingOversight } from './oversight.ts'
import { assignmentTexts } from './texts.ts'

const AssignDialog = later(async () => (await import('./assign-dialog.tsx')).AssignDialog)

/**
 * The merchants that an administrator oversees: all, or a list that opens on click. Somebody confined sees at most a part of
 * those of others, so nothing is said of them.
 */
export function AdminReach({ role }: { role: PlatformRole }) {
  const t = useWords(assignmentTexts)
  const [isOpen, setIsOpen] = useState(false)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const { account } = useMe()
  const isConfined = useIsConfined()
  const { data, error, refetch } = useQuery(assignmentsQuery())
  if (data === undefined && error === null) return '…'
  if (data === undefined) {
    return (
      <Button variant="subtle" size="compact-md" color="red" onClick={() => refetch()}>
        {words(error).title} · {tUi('retry')}
      </Button>
    )
  }
  if (isConfined && role.accountId !== account.id) return '—'
  const held = data.filter((each) => each.account.id === role.accountId)
  return (
    <>
      <Button variant="subtle" size="compact-md" onClick={() => setIsOpen(true)}>
        {held.length === 0 ? t('everyone') : t('some', { count: held.length })}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="right"
        size={520}
        title={t('ofAdmin', { name: role.name })}
      >
        <Held role={role} held={held} />
      </Drawer>
    </>
  )
}

function Held({ role, held }: { role: PlatformRole; held: readonly AdminAssignment[] }) {
  const t = useWords(assignmentTexts)
  const endAct = useEndAct()
  const barred = useMissingOversight()
  const noteOf = useAssignmentNote()
  const [isAssigning, setIsAssigning] = useState(false)
  return (
    <Stack>
      <Text c="dimmed">{t(held.length === 0 ? 'everyoneHint' : 'someHint')}</Text>
      {held.map((assignment) => (
        <Paper key={assignment.merchant.id} withBorder p="md">
          <Group justify="space-between" wrap="nowrap">
            <div>
              <Text fw={650}>{assignment.merchant.name}</Text>
              <Text c="dimmed" size="sm">
                {noteOf(assignment)}
              </Text>
            </div>
            {assignment.assignedAt !== null && <ActButtons acts={[endAct(assignment, held.length === 1)]} />}
          </Group>
        </Paper>
      ))}
      <Group>
        <AddButton reason={barred} onClick={() => setIsAssigning(true)}>
          {t('assign')}
        </AddButton>
      </Group>
      {isAssigning && <AssignDialog email={role.email} onClose={() => setIsAssigning(false)} />}
    </Stack>
  )
}
