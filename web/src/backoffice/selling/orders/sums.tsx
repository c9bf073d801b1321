import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A labelled amount. */
export function Sum(props: { label: ReactNode; value: ReactNode; isStrong?: boolean; hint?: ReactNode }) {
  const weight = props.isStrong === true ? 700 : 400
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" align="baseline" gap="md">
        <Text fw={weight}>{props.label}</Text>
        <Text fw={props.isStrong === true ? 700 : 600} className="figures" style={{ whiteSpace: 'nowrap' }}>
          {props.value}
        </Text>
      </Group>
      {props.hint !== undefined && (
        <Text size="sm" c="dimmed">
          {props.hint}
        </Text>
      )}
    </div>
  )
}
