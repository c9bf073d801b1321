import { Paper, Text } from '@mantine/core'

/** A warning, readable in both color schemes. Errors use an alert instead. */
export function Caution({ children }: { children: string }) {
  return (
    <Paper p="sm" bg="var(--tone-wait-soft)" role="note">
      <Text fw={600} c="var(--tone-wait)">
        {children}
      </Text>
    </Paper>
  )
}
