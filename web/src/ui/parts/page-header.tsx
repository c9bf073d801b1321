import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function PageHeader(props: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <div>
        <Title order={1}>{props.title}</Title>
        {props.hint !== undefined && (
          <Text c="dimmed" mt={4} maw={640}>
            {props.hint}
          </Text>
        )}
      </div>
      <Group gap="sm">{props.children}</Group>
    </Group>
  )
}
