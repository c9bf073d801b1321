import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useProblemWords } from '../../problems/problem-words.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { usePlatformWords } from '../words/words.ts'

interface Props {
  hint: string
  /** Carries the token; absent when nobody had to be invited. */
  url: string | undefined
  onClose: () => void
}

/** What came of it, with the link to pass on, which is shown this once. */
export function InviteShown({ hint, url, onClose }: Props) {
  const t = usePlatformWords()
  return (
    <Stack>
      <Text>{hint}</Text>
      {url !== undefined && <CopyField label={t('merchants.link')} value={url} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('merchants.done')}
        </Button>
      </Group>
    </Stack>
  )
}

/** Why it was refused, in words. */
export function RefusedAlert({ error }: { error: Error | null }) {
  const words = useProblemWords()
  if (error === null) return null
  return (
    <Alert color="red" role="alert">
      {words(error).title}
    </Alert>
  )
}
