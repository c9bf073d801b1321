import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  value: string
  /** The change against a comparison. */
  change?: ReactNode
  hint?: string | undefined
}

/** A large number under its name. */
export function Figure(props: Props) {
  return (
    <Paper component="section" aria-label={props.label} withBorder p="lg">
      <Text c="dimmed" fw={600}>
        {props.label}
      </Text>
      <Text fz={30} fw={700} lh={1.25} className="figures">
        {props.value}
      </Text>
      {props.change}
      {props.hint !== undefined && (
        <Text size="sm" c="dimmed" mt={4}>
          {props.hint}
        </Text>
      )}
    </Paper>
  )
}
