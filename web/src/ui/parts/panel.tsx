import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled part of a page. */
export function Panel(props: { title: string; hint?: string; children: ReactNode; isGrown?: boolean }) {
  return (
    <Paper
      component="section"
      aria-label={props.title}
      withBorder
      p="lg"
      {...(props.isGrown !== false && { h: '100%' })}
    >
      <Title order={2} fz="lg">
        {props.title}
      </Title>
      {props.hint !== undefined && (
        <Text size="sm" c="dimmed">
          {props.hint}
        </Text>
      )}
      <div style={{ marginTop: 18 }}>{props.children}</div>
    </Paper>
  )
}
