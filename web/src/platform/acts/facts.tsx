import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'

export type Fact = [label: string, value: ReactNode]

/** The facts of a case, one per line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <DataList withDivider labelWidth="200px">
      {facts.map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue style={{ overflowWrap: 'anywhere' }}>{value ?? '—'}</DataList.ItemValue>
        </DataList.Item>
      ))}
    </DataList>
  )
}
