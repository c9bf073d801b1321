import { Alert, Anchor, Button, Center, Stack, TextInput } from '@mantine/core'
import { type DeviceTerminal, isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useWords } from '../../ui/words/words.ts'
import { useSignOut } from '../account/use-sign-out.tsx'
import { AuthFrame } from '../door/auth-frame.tsx'
import { takeFragment } from '../door/fragment-token.ts'
import { deviceQuery } from './device.ts'
import { tillTexts } from './texts.ts'

/** Enables this browser as a terminal, with a manager's code or the link that contains it. */
export function ActivatePage() {
  const t = useWords(tillTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [code, setCode] = useState(() => takeFragment('codigo') ?? '')
  // Opening the link while this page is shown does not reload the page.
  useEffect(() => {
    const take = () => setCode((typed) => takeFragment('codigo') ?? typed)
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  const activate = useMutation({
    mutationFn: async () => (await answer(api.POST('/auth/terminal-devices', { body: { code } }))).terminal,
    onSuccess: (terminal) => queryClient.setQueryData(deviceQuery.queryKey, terminal),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    activate.mutate()
  }
  if (activate.data) return <Activated terminal={activate.data} />
  const isSpent = isProblem(activate.error, 'enabling_code_spent', 'invalid_request')
  const fault = activate.error === null || isSpent ? null : words(activate.error)
  return (
    <AuthFrame title={t('activateTitle')} hint={t('activateHint')}>
      <form onSubmit={submit}>
        <Stack>
          {isSpent && (
            <Alert color="red" role="alert" title={t('activateSpent')}>
              {t('activateSpentHint')}
            </Alert>
          )}
          {fault !== null && (
            <Alert color="red" role="alert" title={fault.title}>
              {fault.hint}
            </Alert>
          )}
          <TextInput
            size="lg"
            label={t('activateCode')}
            description={t('activateCodeHint')}
            placeholder={t('activatePlaceholder')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
            styles={{ input: { letterSpacing: '0.12em', fontWeight: 650 } }}
          />
          <Button
            type="submit"
            size="lg"
            fullWidth
            loading={activate.isPending}
            disabled={code.trim() === ''}
          >
            {t('activate')}
          </Button>
          <Center>
            <Anchor component={Link} to="/entrar">
              {t('toPassword')}
            </Anchor>
          </Center>
        </Stack>
      </form>
    </AuthFrame>
  )
}

function Activated({ terminal }: { terminal: DeviceTerminal }) {
  const t = useWords(tillTexts)
  // The person who sets the till up must not stay signed in on it.
  const { signOut, isSigningOut } = useSignOut()
  return (
    <AuthFrame
      title={t('activated', { name: terminal.name })}
      hint={t('activatedHint', { store: terminal.storeName })}
    >
      <Button size="lg" fullWidth autoFocus loading={isSigningOut} onClick={signOut}>
        {t('toEntrance')}
      </Button>
    </AuthFrame>
  )
}
