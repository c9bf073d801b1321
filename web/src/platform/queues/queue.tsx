import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { DataTableColumn } from 'mantine-datatable'
import { type ReactNode, useState } from 'react'
import { useProblemWords } from '../../problems/problem-words.ts'
import { EmptyTicket } from '../../ui/illustrations/scenes.tsx'
import { Drawer } from '../../ui/layers/drawer.tsx'
import { DataList, type Listing } from '../../ui/lists/data-list.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { type Fact, Facts } from '../acts/facts.tsx'

/** One case, as its drawer shows it. */
export interface CaseFace {
  title: string
  chip: ReactNode
  facts: Fact[]
  acts: Act[]
  /** Content beyond facts, such as the steps of a workflow. */
  body?: ReactNode
}

interface Props<T, S extends string> {
  label: string
  hint: string
  /** Absent: the queue has a single state. */
  filter?: {
    value: S
    options: readonly { value: S; label: ReactNode }[]
    onChange: (value: S) => void
  }
  listing: Listing<T>
  columns: DataTableColumn<T>[]
  idOf: (row: T) => string
  empty: { title: string; hint: string }
  faceOf: (row: T) => CaseFace
}

/** A queue of cases of all merchants; a row opens its facts and actions. */
export function Queue<T, S extends string = string>(props: Props<T, S>) {
  const { listing, filter, idOf } = props
  const words = useProblemWords()
  const [openedId, setOpenedId] = useState<string | null>(null)
  // A decided case may leave the list: its drawer closes, because nothing is left to do.
  const opened = listing.data?.find((row) => idOf(row) === openedId)
  const face = opened === undefined ? null : props.faceOf(opened)
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw={640}>
          {props.hint}
        </Text>
        {filter !== undefined && (
          <SegmentedControl
            aria-label={props.label}
            value={filter.value}
            data={filter.options.map(({ value, label }) => ({ value, label }))}
            onChange={(value) => {
              setOpenedId(null)
              filter.onChange(value)
            }}
          />
        )}
      </Group>
      <DataList
        label={props.label}
        listing={listing}
        columns={props.columns}
        idOf={idOf}
        describeError={words}
        onOpen={(row) => setOpenedId(idOf(row))}
        empty={<EmptyState picture={<EmptyTicket />} {...props.empty} />}
      />
      <Drawer
        opened={face !== null}
        onClose={() => setOpenedId(null)}
        position="right"
        size={520}
        title={face?.title}
      >
        {face !== null && (
          <Stack>
            <Group>{face.chip}</Group>
            <Facts facts={face.facts} />
            <ActButtons acts={face.acts} />
            {face.body}
          </Stack>
        )}
      </Drawer>
    </Stack>
  )
}
