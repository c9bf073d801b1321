import { Alert, Button } from '@mantine/core'
import { useEffect } from 'react'
import { useIsOnline, watchNetwork } from '../../api/network-state.ts'
import { ScannerFrame } from '../../ui/scanner/scanner-frame.tsx'
import { useWords } from '../../ui/words/words.ts'
import { AuthFrame } from '../door/auth-frame.tsx'
import type { Lock } from '../lock/lock.ts'
import { useMe } from '../me/me.ts'
import { lockTexts } from './texts.ts'
import { UnlockByPassword } from './unlock-by-password.tsx'
import { UnlockByPin } from './unlock-by-pin.tsx'
import { useUnlocking } from './use-unlocking.ts'

const endAgainMs = 5000

/** Replaces the whole screen until the same person unlocks it, or another signs in. */
export function LockScreen({ lock }: { lock: Lock }) {
  const t = useWords(lockTexts)
  const { account, terminalId } = useMe()
  const isOnline = useIsOnline()
  const { reopen, handOver } = useUnlocking(lock)
  useEffect(watchNetwork, [])
  useEffect(() => {
    const timer = setInterval(() => lock.endSession().catch(() => undefined), endAgainMs)
    return () => clearInterval(timer)
  }, [lock])
  const Unlock = terminalId === null ? UnlockByPassword : UnlockByPin
  return (
    <AuthFrame isTall title={account.name} hint={t('locked')}>
      <ScannerFrame kind="locked" />
      {!isOnline && (
        <Alert color="yellow" mb="sm" role="status">
          {t('offline')}
        </Alert>
      )}
      <Unlock lock={lock} onProven={reopen}>
        <Button variant="subtle" fullWidth onClick={() => void handOver()}>
          {t('handOver')}
        </Button>
      </Unlock>
    </AuthFrame>
  )
}
