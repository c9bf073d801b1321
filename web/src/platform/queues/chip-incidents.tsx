import { Code } from '@mantine/core'
import type { ChipIncident } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type CaseFace, Queue } from './queue.tsx'
import { chipIncidents } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

type Status = ChipIncident['status']

const tones: Record<Status, Tone> = { OPEN: 'bad', CLOSED: 'idle' }

/** Chips registered by more than one merchant, which only the platform can see. */
export function ChipIncidentQueue() {
  const t = useWords(queueTexts)
  const [status, setStatus] = useState<Status>('OPEN')
  const faceOf = useFace()
  return (
    <Queue<ChipIncident, Status>
      label={t('tab.chips')}
      hint={t('chip.hint')}
      filter={{
        value: status,
        onChange: setStatus,
        options: (Object.keys(tones) as Status[]).map((value) => ({ value, label: t(`chip.many.${value}`) })),
      }}
      listing={useInfiniteQuery(chipIncidents(status))}
      idOf={({ id }) => id}
      empty={{ title: t('chip.empty'), hint: t('chip.emptyHint') }}
      faceOf={faceOf}
      columns={[
        { accessor: 'iccid', title: t('chip.iccid'), render: ({ iccid }) => <Code>{iccid}</Code> },
        {
          accessor: 'parties',
          title: t('chip.parties'),
          render: ({ parties }) => parties.map(({ merchant }) => merchant.name).join(', '),
        },
        { accessor: 'foundAt', title: t('chip.found'), render: ({ foundAt }) => formatDateTime(foundAt) },
      ]}
    />
  )
}

function useFace(): (incident: ChipIncident) => CaseFace {
  const t = useWords(queueTexts)
  return ({ id, iccid, status, parties, foundAt, closedAt, closeReason }) => ({
    title: `${t('chip.iccid')} ${iccid}`,
    chip: <StatusChip tone={tones[status]}>{t(`chip.one.${status}`)}</StatusChip>,
    facts: [
      ...parties.map(({ merchant, unitStatus, importedAt }, no): [string, string] => [
        no === 0 ? t('chip.parties') : '',
        t('chip.party', {
          merchant: merchant.name,
          status: t(`chip.unit.${unitStatus}`),
          when: formatDateTime(importedAt),
        }),
      ]),
      [t('chip.found'), formatDateTime(foundAt)],
      [t('decidedAt'), closedAt && formatDateTime(closedAt)],
      [t('reason'), closeReason],
    ],
    acts:
      status === 'OPEN'
        ? [
            {
              key: 'close',
              label: t('chip.close'),
              title: t('chip.closeTitle', { iccid }),
              hint: t('chip.closeHint'),
              reason: { label: t('reason'), isRequired: true, minLength: 5 },
              run: async ({ reason }) => {
                await answer(
                  api.POST('/platform/chip-incidents/{id}/close', {
                    params: { path: { id } },
                    body: { reason },
                  }),
                )
                return t('chip.told', { iccid })
              },
            },
          ]
        : [],
  })
}
