import { Button, PasswordInput, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { useWords } from '../../ui/words/words.ts'
import { CodeField } from '../door/credential-fields.tsx'
import { doorTexts } from '../door/texts.ts'
import type { Lock } from '../lock/lock.ts'
import { useMe } from '../me/me.ts'
import { useAttempt } from '../till/use-attempt.ts'
import { lockTexts } from './texts.ts'

interface Props {
  lock: Lock
  onProven: () => Promise<void>
  children: ReactNode
}

/** Unlocks with the password and, if the account has one, the second factor. */
export function UnlockByPassword({ lock, onProven, children }: Props) {
  const t = useWords(lockTexts)
  const tDoor = useWords(doorTexts)
  const { account } = useMe()
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const { send, isBusy, error } = useAttempt(async (typed: { password: string; totp: string }) => {
    await lock.endSession()
    const body = {
      // Who opened this session with a password has an e-mail.
      email: account.email ?? '',
      password: typed.password,
      ...(account.secondFactor && { totp: typed.totp.trim() }),
    }
    await answer(api.POST('/auth/sessions', { body }))
  }, onProven)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send({ password, totp })
    setPassword('')
    setTotp('')
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <RefusedAlert error={error} isRepeatable />
        <PasswordInput
          label={tDoor('password')}
          autoComplete="current-password"
          autoFocus
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {account.secondFactor && (
          <CodeField value={totp} onChange={(event) => setTotp(event.currentTarget.value)} />
        )}
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {t('unlock')}
        </Button>
        {children}
      </Stack>
    </form>
  )
}
