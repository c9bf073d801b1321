import { Button, Group, Stack, Text } from '@mantine/core'
import { CopyField } from '../fields/copy-field.tsx'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

interface Props {
  hint: string
  /** Links, codes or secrets, each with what it is called. */
  values: readonly { label: string; value: string }[]
  /** What the button that closes says; "Listo" by default. */
  done?: string
  onClose: () => void
}

/** The body of a dialog that shows something once, to be copied. */
export function ShownOnce({ hint, values, done, onClose }: Props) {
  const t = useWords(uiTexts)
  return (
    <Stack>
      <Text>{hint}</Text>
      {values.map(({ label, value }) => (
        <CopyField key={label} label={label} value={value} />
      ))}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {done ?? t('done')}
        </Button>
      </Group>
    </Stack>
  )
}
