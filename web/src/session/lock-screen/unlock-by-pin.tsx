import type { ReactNode } from 'react'
import { answer, api } from '../../api/client.ts'
import { useWords } from '../../ui/words/words.ts'
import type { Lock } from '../lock/lock.ts'
import { keepCode, keptCode } from '../me/kept-code.ts'
import { CodeAndPin } from '../till/code-and-pin.tsx'
import { type Typed, useAttempt } from '../till/use-attempt.ts'
import { lockTexts } from './texts.ts'

interface Props {
  lock: Lock
  onProven: () => Promise<void>
  children: ReactNode
}

/** Unlocks with the PIN. */
export function UnlockByPin({ lock, onProven, children }: Props) {
  const t = useWords(lockTexts)
  const { send, forgetFault, ...attempt } = useAttempt(async (typed: Typed) => {
    await lock.endSession()
    await answer(api.POST('/auth/terminal-sessions', { body: typed }))
    keepCode(typed.code)
  }, onProven)
  return (
    <CodeAndPin
      {...attempt}
      knownCode={keptCode()}
      action={t('unlock')}
      onType={forgetFault}
      onSend={(typed) => void send(typed)}
    >
      {children}
    </CodeAndPin>
  )
}
