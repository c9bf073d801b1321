import { Button, Group } from '@mantine/core'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

interface Props {
  /** What submitting does; without it: save. */
  label?: string
  isBusy: boolean
  isDisabled?: boolean
  /** Submitting cannot be undone. */
  isDanger?: boolean
  onCancel: () => void
}

/** The buttons at the end of a form in a dialog: cancel and submit. While it is sent, neither works. */
export function FormButtons({ label, isBusy, isDisabled = false, isDanger = false, onCancel }: Props) {
  const t = useWords(uiTexts)
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onCancel} disabled={isBusy}>
        {t('cancel')}
      </Button>
      <Button type="submit" color={isDanger ? 'red' : 'agave'} loading={isBusy} disabled={isDisabled}>
        {label ?? t('save')}
      </Button>
    </Group>
  )
}
