import { Alert, Anchor, Button, Center, Stack } from '@mantine/core'
import { type DeviceTerminal, isProblem } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { ScannerFrame } from '../../ui/scanner/scanner-frame.tsx'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import { keepCode } from '../me/kept-code.ts'
import { useSessionChange } from '../me/me.ts'
import { ChoosePin } from './choose-pin.tsx'
import { CodeAndPin } from './code-and-pin.tsx'
import { deviceQuery } from './device.ts'
import { tillTexts } from './texts.ts'
import { type Typed, useAttempt } from './use-attempt.ts'

interface Props {
  terminal: DeviceTerminal
  /** Switches to signing in with a password. */
  onPassword: () => void
}

/** Signs in on an enabled terminal, with employee code and PIN. */
export function TillEntrance({ terminal, onPassword }: Props) {
  const t = useWords(tillTexts)
  const changeSession = useSessionChange()
  const { regreso } = useSearch({ from: '/entrar' })
  const { refetch } = useQuery(deviceQuery)
  // A one-time PIN only allows choosing a new one, so it may wait here until then.
  const [given, setGiven] = useState<Typed | null>(null)
  const enter = (code: string) => {
    keepCode(code)
    return changeSession(regreso ?? '/caja')
  }
  const { send, forgetFault, ...attempt } = useAttempt(
    async (typed: Typed) => ({ typed, isOwn: await entersWith(typed) }),
    ({ typed, isOwn }) => (isOwn ? enter(typed.code) : setGiven(typed)),
  )
  const password = (
    <Center>
      <Anchor component="button" type="button" onClick={onPassword}>
        {t('withPassword')}
      </Anchor>
    </Center>
  )
  if (terminal.status === 'DISABLED') {
    return (
      <AuthFrame title={terminal.name} hint={terminal.storeName}>
        <Stack>
          <Alert color="red" title={t('disabledTitle', { name: terminal.name })}>
            {t('disabledHint')}
          </Alert>
          <Button size="lg" onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
          {password}
        </Stack>
      </AuthFrame>
    )
  }
  if (given !== null) {
    return (
      <AuthFrame isTall title={t('chooseTitle')} hint={t('chooseHint')}>
        <ChoosePin typed={given} onChosen={() => enter(given.code)} onBack={() => setGiven(null)} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame isTall title={terminal.name} hint={terminal.storeName}>
      <ScannerFrame kind="locked" />
      <CodeAndPin
        {...attempt}
        action={t('enter')}
        onType={forgetFault}
        onSend={async (typed) => {
          await send(typed)
          // Finds out whether the device was disabled meanwhile.
          void refetch()
        }}
      >
        {password}
      </CodeAndPin>
    </AuthFrame>
  )
}

/** @returns true when the PIN opened a session, false when it is a one-time PIN */
async function entersWith(typed: Typed): Promise<boolean> {
  try {
    await answer(api.POST('/auth/terminal-sessions', { body: typed }))
    return true
  } catch (error) {
    if (isProblem(error, 'pin_not_chosen')) return false
    throw error
  }
}
