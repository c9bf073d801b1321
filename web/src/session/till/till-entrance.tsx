import { Alert, Anchor, Button, Center, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { answer, api } from '../../api/client.ts'
import type { DeviceTerminal } from '../../api/types.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { deviceQuery } from '../device.ts'
import { useSessionChange } from '../me.ts'
import { CodeAndPin } from './code-and-pin.tsx'
import { keepCode } from './kept-code.ts'
import { type Typed, useAttempt } from './use-attempt.ts'
import { useTillWords } from './words.ts'

interface Props {
  terminal: DeviceTerminal
  /** Whoever has no code enters as everywhere else. */
  onPassword: () => void
}

/** The entrance of an enabled till: employee code and PIN. */
export function TillEntrance({ terminal, onPassword }: Props) {
  const t = useTillWords()
  const changeSession = useSessionChange()
  const { regreso } = useSearch({ from: '/entrar' })
  const { refetch } = useQuery(deviceQuery)
  const { send, forgetFault, ...attempt } = useAttempt(
    async (typed: Typed) => {
      await answer(api.POST('/auth/terminal-sessions', { body: typed }))
      keepCode(typed.code)
    },
    () => changeSession(regreso ?? '/caja'),
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
  return (
    <AuthFrame isTall title={terminal.name} hint={terminal.storeName}>
      <CodeAndPin
        {...attempt}
        action={t('enter')}
        onType={forgetFault}
        onSend={async (typed) => {
          await send(typed)
          // A device that was disabled meanwhile says so itself.
          void refetch()
        }}
      >
        {password}
      </CodeAndPin>
    </AuthFrame>
  )
}
