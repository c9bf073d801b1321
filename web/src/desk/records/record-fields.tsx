import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  /** Why the record cannot be changed, in words; `null` when it can. */
  barred: string | null
  children: ReactNode
}

/** The fields of a record. They take no edits that could not be saved, and say why. */
export function RecordFields({ barred, children }: Props) {
  return (
    <>
      {barred !== null && <Text c="dimmed">{barred}</Text>}
      <fieldset disabled={barred !== null}>
        <Stack>{children}</Stack>
      </fieldset>
    </>
  )
}
