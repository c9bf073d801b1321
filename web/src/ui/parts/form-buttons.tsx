import { Button, Group } from '@mantine/core'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

interface Props {
  /** What submitting does; without it: save. */
  label?: string
  isBusy: boolean
  isDisabled?: boolean
  onCancel: () => void
}

/** The end of a form in a dialog: it is left or sent. */
export function FormButtons({ label, isBusy, isDisabled = false, onCancel }: Props) {
  const t = useWords(uiTexts)
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isBusy} disabled={isDisabled}>
        {label ?? t('save')}
      </Button>
    </Group>
  )
}
