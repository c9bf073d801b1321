import { Alert, Anchor, Button, Center, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { fieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { chosenLanguage } from '../../ui/words/language.ts'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { useFragmentToken } from '../door/fragment-token.ts'
import { doorTexts } from '../door/texts.ts'
import { entranceTexts } from './texts.ts'

/** A forgotten password: asks for a link and, opened with one, sets a new password. */
export function ResetPage() {
  const token = useFragmentToken()
  return token === null ? <LinkRequest /> : <NewPassword key={token} token={token} />
}

function Framed({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  const t = useWords(entranceTexts)
  return (
    <AuthFrame title={title} hint={hint}>
      <Stack gap="md">
        {children}
        <Center>
          <Anchor component={Link} to="/entrar" size="sm">
            {t('backToSignIn')}
          </Anchor>
        </Center>
      </Stack>
    </AuthFrame>
  )
}

function LinkRequest() {
  const t = useWords(entranceTexts)
  const words = useProblemWords()
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/auth/password-resets', {
          body: { email: email.trim() },
          headers: { 'accept-language': chosenLanguage() },
        }),
      ),
  })
  if (ask.data?.isMailed === true)
    return <Framed title={t('resetSentTitle')} hint={t('resetSentHint', { email: email.trim() })} />
  if (ask.data?.isMailed === false)
    return <Framed title={t('resetByHandTitle')} hint={t('resetByHandHint')} />
  return (
    <Framed title={t('resetTitle')} hint={t('resetHint')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <Stack gap="md">
          {ask.isError && (
            <Alert color="red" role="alert">
              {words(ask.error).title}
            </Alert>
          )}
          <TextInput
            label={t('email')}
            type="email"
            autoComplete="username"
            autoFocus
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Button type="submit" size="lg" fullWidth mt="xs" loading={ask.isPending}>
            {t('resetSend')}
          </Button>
        </Stack>
      </form>
    </Framed>
  )
}

function NewPassword({ token }: { token: string }) {
  const t = useWords(entranceTexts)
  const tDoor = useWords(doorTexts)
  const words = useProblemWords()
  const form = useForm({ initialValues: { password: '' } })
  const redeem = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      answer(api.POST('/auth/password-resets/redeem', { body: { token, password } })),
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  if (redeem.isSuccess) return <Framed title={t('resetDoneTitle')} hint={t('resetDoneHint')} />
  return (
    <Framed title={t('resetNewTitle')} hint={t('resetNewHint')}>
      <form onSubmit={form.onSubmit((values) => redeem.mutate(values))}>
        <Stack gap="md">
          {redeem.isError && (
            <Alert color="red" role="alert">
              {words(redeem.error).title}
            </Alert>
          )}
          <PasswordInput
            label={tDoor('newPassword')}
            description={tDoor('passwordHint')}
            autoComplete="new-password"
            autoFocus
            required
            withAsterisk={false}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="lg" fullWidth mt="xs" loading={redeem.isPending}>
            {t('resetDo')}
          </Button>
        </Stack>
      </form>
    </Framed>
  )
}
