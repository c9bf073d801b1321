import { Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  value: string
  /** How it went, beside something else. */
  change?: ReactNode
  hint?: string | undefined
}

/** One figure, large, under its name. */
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
