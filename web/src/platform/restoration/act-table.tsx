import { Table, Text } from '@mantine/core'
import type { RestoredAct } from '@mostrador/client'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useRestoredActWords } from './act-words.ts'
import { isPerhapsPaid } from './restored-acts.ts'
import { restorationTexts } from './texts.ts'

const tones: Record<RestoredAct['status'], Tone> = {
  APPLIED: 'good',
  NOTHING: 'idle',
  PROPOSED: 'wait',
  ACCEPTED: 'good',
  DECLINED: 'idle',
  OUTDATED: 'idle',
  TO_REPEAT: 'wait',
  FAILED: 'bad',
}

/** Acts that need no decision, and what became of each. */
export function ActTable({ acts, label }: { acts: readonly RestoredAct[]; label: string }) {
  const t = useWords(restorationTexts)
  const { what, whom, where } = useRestoredActWords()
  return (
    <Table.ScrollContainer minWidth={620} aria-label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('what')}</Table.Th>
            <Table.Th>{t('whom')}</Table.Th>
            <Table.Th>{t('when')}</Table.Th>
            <Table.Th>{t('outcome')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {acts.map((act) => (
            <Table.Tr key={act.id}>
              <Table.Td>{what(act)}</Table.Td>
              <Table.Td>
                {whom(act)}
                <Text size="sm" c="dimmed">
                  {where(act)}
                </Text>
              </Table.Td>
              <Table.Td>{formatDateTime(act.at)}</Table.Td>
              <Table.Td>
                <StatusChip tone={tones[act.status]}>
                  {isPerhapsPaid(act) ? t('checkAtBank') : t(`status.${act.status}`)}
                </StatusChip>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
