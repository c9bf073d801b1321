import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { useFragmentToken } from '../door/fragment-token.ts'
import { doorTexts } from '../door/texts.ts'
import { useSessionChange } from '../me/me.ts'
import { entranceTexts } from './texts.ts'

/** Creates the first administrator of a new installation, with the one-time link that the server prints. */
export function SetupPage() {
  const t = useWords(entranceTexts)
  const tDoor = useWords(doorTexts)
  const words = useProblemWords()
  const changeSession = useSessionChange()
  const token = useFragmentToken()
  const form = useForm({ initialValues: { name: '', email: '', password: '' } })
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      answer(api.POST('/setup/first-admin', { body: { token: token ?? '', ...values } })),
    onSuccess: () => changeSession('/cuenta'),
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  if (token === null)
    return (
      <AuthFrame title={t('setupMissing')} hint={t('setupMissingHint')}>
        {null}
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('setupTitle')} hint={t('setupHint')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))}>
        <Stack gap="md">
          {create.isError && (
            <Alert color="red" role="alert">
              {words(create.error).title}
            </Alert>
          )}
          <TextInput
            label={t('name')}
            autoComplete="name"
            autoFocus
            required
            withAsterisk={false}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={tDoor('newPassword')}
            description={tDoor('passwordHint')}
            autoComplete="new-password"
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="lg" fullWidth mt="xs" loading={create.isPending}>
            {t('setupDo')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}
