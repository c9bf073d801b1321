import { Group } from '@mantine/core'
import type { ReactNode } from 'react'

/** Buttons in a row that opens by itself: what is pressed here is not meant for the row. */
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
