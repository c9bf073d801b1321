import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Unplugged } from '../illustrations/scenes.tsx'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

interface StateProps {
  picture?: ReactNode
  title: string
  hint?: string | undefined
  action?: ReactNode
}

/** An empty state: a picture, what it means, and what to do. */
export function EmptyState({ picture, title, hint, action }: StateProps) {
  return (
    <Stack align="center" gap={6} py="xl" px="md" ta="center">
      {picture}
      <Title order={3} mt="sm">
        {title}
      </Title>
      {hint !== undefined && (
        <Text c="dimmed" maw={420}>
          {hint}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 14 }}>{action}</div>}
    </Stack>
  )
}

/** A failed load, with a button to retry. */
export function ErrorState(props: { title: string; hint?: string | undefined; onRetry: () => void }) {
  const t = useWords(uiTexts)
  return (
    <div role="alert">
      <EmptyState
        picture={<Unplugged />}
        title={props.title}
        hint={props.hint}
        action={
          <Button variant="light" leftSection={<IconRefresh size={18} />} onClick={props.onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  )
}

/** Placeholders for rows that are loading. */
export function RowSkeletons({ rows = 6, height = 44 }: { rows?: number; height?: number }) {
  const t = useWords(uiTexts)
  return (
    <Stack gap="sm" p="md" aria-busy="true" aria-label={t('loading')} role="status">
      {Array.from({ length: rows }, (_, n) => n).map((n) => (
        <Skeleton key={n} height={height} radius="md" />
      ))}
    </Stack>
  )
}
