import { Button, Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { useWords } from '../../ui/words/words.ts'
import { entranceTexts } from './texts.ts'

interface Props {
  action: string
  isBusy: boolean
  /** Why it was refused. */
  error: Error | null
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children?: ReactNode
}

/** The form of a screen before sign-in: what was refused, its fields if any, and one large button. */
export function EntranceForm({ action, isBusy, error, onSubmit, children }: Props) {
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <RefusedAlert error={error} isRepeatable />
        {children}
        <Button type="submit" size="lg" fullWidth mt="xs" loading={isBusy}>
          {action}
        </Button>
      </Stack>
    </form>
  )
}

/** The email address of the person's account. */
export function EmailField(props: TextInputProps) {
  const t = useWords(entranceTexts)
  return (
    <TextInput
      label={t('email')}
      type="email"
      autoComplete="username"
      required
      withAsterisk={false}
      {...props}
    />
  )
}
