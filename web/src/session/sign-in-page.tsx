import { Alert, Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { answer, api } from '../api/client.ts'
import { isProblem } from '../api/problem.ts'
import { AuthFrame } from './auth-frame.tsx'
import { useSessionChange } from './me.ts'
import { useProblemWords } from './problem-words.ts'
import { useSessionWords } from './words.ts'

export function SignInPage() {
  const t = useSessionWords()
  const words = useProblemWords()
  const changeSession = useSessionChange()
  const { regreso } = useSearch({ from: '/entrar' })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const signIn = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/auth/sessions', {
          body: { email: email.trim(), password, ...(asksCode && { totp: totp.trim() }) },
        }),
      ),
    onSuccess: () => changeSession(regreso ?? '/'),
    onError: (error) => {
      if (isProblem(error, 'second_factor_required')) setAsksCode(true)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    signIn.mutate()
  }
  const isFault = signIn.isError && !isProblem(signIn.error, 'second_factor_required')
  return (
    <AuthFrame
      title={asksCode ? t('secondFactorTitle') : t('signInTitle')}
      hint={asksCode ? t('secondFactorHint') : t('signInHint')}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          {isFault && (
            <Alert color="red" role="alert">
              {words(signIn.error).title}
            </Alert>
          )}
          {asksCode ? (
            <CodeField value={totp} onChange={setTotp} onLeave={() => setAsksCode(false)} />
          ) : (
            <>
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
              <PasswordInput
                label={t('password')}
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </>
          )}
          <Button type="submit" fullWidth size="lg" mt="xs" loading={signIn.isPending}>
            {t('signIn')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

function CodeField(props: { value: string; onChange: (code: string) => void; onLeave: () => void }) {
  const t = useSessionWords()
  return (
    <>
      <TextInput
        label={t('code')}
        description={t('codeHint')}
        autoComplete="one-time-code"
        autoFocus
        required
        withAsterisk={false}
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Anchor component="button" type="button" onClick={props.onLeave}>
        {t('otherAccount')}
      </Anchor>
    </>
  )
}
