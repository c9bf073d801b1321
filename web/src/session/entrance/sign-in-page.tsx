import { Anchor, Center, PasswordInput, Stack, Text } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { later } from '../../ui/parts/later.tsx'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { CodeField } from '../door/credential-fields.tsx'
import { doorTexts } from '../door/texts.ts'
import { useSessionChange } from '../me/me.ts'
import { deviceQuery } from '../till/device.ts'
import { EmailField, EntranceForm } from './entrance-form.tsx'
import { entranceTexts } from './texts.ts'

const TillEntrance = later(async () => (await import('../till/till-entrance.tsx')).TillEntrance)

/** Signs in with a password or, on an enabled terminal, with code and PIN. */
export function SignInPage() {
  const { data: terminal = null } = useQuery(deviceQuery)
  const [wantsPassword, setWantsPassword] = useState(false)
  if (terminal !== null && !wantsPassword)
    return <TillEntrance terminal={terminal} onPassword={() => setWantsPassword(true)} />
  return <PasswordEntrance {...(terminal !== null && { onPin: () => setWantsPassword(false) })} />
}

function PasswordEntrance({ onPin }: { onPin?: () => void }) {
  const t = useWords(entranceTexts)
  const tDoor = useWords(doorTexts)
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
  const isShortAlone = isProblem(signIn.error, 'weak_password')
  // The answer that asks for the code is no refusal.
  const error = isShortAlone || isProblem(signIn.error, 'second_factor_required') ? null : signIn.error
  return (
    <AuthFrame
      title={asksCode ? t('secondFactorTitle') : t('signInTitle')}
      hint={asksCode ? t('secondFactorHint') : t('signInHint')}
    >
      <Stack gap="md">
        {isShortAlone && <Caution>{t('shortAlone')}</Caution>}
        <EntranceForm action={t('signIn')} isBusy={signIn.isPending} error={error} onSubmit={submit}>
          {asksCode ? (
            <CodeStep value={totp} onChange={setTotp} onLeave={() => setAsksCode(false)} />
          ) : (
            <>
              <EmailField autoFocus value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
              <PasswordInput
                label={tDoor('password')}
                autoComplete="current-password"
                required
                withAsterisk={false}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            </>
          )}
        </EntranceForm>
        {!asksCode && (
          <>
            <Center>
              <Anchor component={Link} to="/recuperar" size="sm">
                {t('forgot')}
              </Anchor>
            </Center>
            <Center>
              {onPin === undefined ? (
                <Anchor component={Link} to="/caja/activar" size="sm">
                  {t('activateTill')}
                </Anchor>
              ) : (
                <Anchor component="button" type="button" onClick={onPin}>
                  {t('enterWithPin')}
                </Anchor>
              )}
            </Center>
          </>
        )}
      </Stack>
    </AuthFrame>
  )
}

function CodeStep(props: { value: string; onChange: (code: string) => void; onLeave: () => void }) {
  const t = useWords(entranceTexts)
  const [isLost, setIsLost] = useState(false)
  return (
    <>
      {isLost && <Text role="status">{t('lostFactorHint')}</Text>}
      <CodeField
        autoFocus
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {!isLost && (
        <Anchor component="button" type="button" onClick={() => setIsLost(true)}>
          {t('lostFactor')}
        </Anchor>
      )}
      <Anchor component="button" type="button" onClick={props.onLeave}>
        {t('otherAccount')}
      </Anchor>
    </>
  )
}
