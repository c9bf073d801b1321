import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** Buttons inside a row that opens on click: their clicks do not open the row. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      justify="flex-end"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </Group>
  )
}
