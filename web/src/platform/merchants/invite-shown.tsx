import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyField } from '../../ui/fields/copy-field.tsx'
import { useWords } from '../../ui/words/words.ts'
import { merchantListTexts } from './list-texts.ts'

interface Props {
  hint: string
  /** Contains the token; absent when nobody was invited. */
  url: string | undefined
  onClose: () => void
}

/** The result, with the invitation link to pass on. It is shown only once. */
export function InviteShown({ hint, url, onClose }: Props) {
  const t = useWords(merchantListTexts)
  return (
    <Stack>
      <Text>{hint}</Text>
      {url !== undefined && <CopyField label={t('link')} value={url} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
