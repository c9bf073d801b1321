import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import { useWords } from '../../ui/words/words.ts'
import { doorTexts } from './texts.ts'

/** A password that the person chooses now. */
export function NewPasswordField(props: PasswordInputProps) {
  const t = useWords(doorTexts)
  return (
    <PasswordInput
      label={t('newPassword')}
      description={t('passwordHint')}
      autoComplete="new-password"
      required
      withAsterisk={false}
      {...props}
    />
  )
}

/** The code of the second factor, or a backup code. */
export function CodeField(props: TextInputProps) {
  const t = useWords(doorTexts)
  return (
    <TextInput
      label={t('code')}
      description={t('codeHint')}
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      {...props}
    />
  )
}
