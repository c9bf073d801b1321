import { ActionIcon } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useIsOnline } from '../../api/network-state.ts'
import { lockScreen, useIsLockHeld } from '../../session/lock/lock.ts'
import { Hint } from '../../ui/parts/hint.tsx'
import { useWords } from '../../ui/words/words.ts'
import { terminalTexts } from '../words/texts.ts'

/** Locks the till, or says why it cannot be locked now. */
export function LockButton() {
  const t = useWords(terminalTexts)
  const isOnline = useIsOnline()
  const isHeld = useIsLockHeld()
  const reason = isHeld ? t('lockHeld') : isOnline ? null : t('lockOffline')
  return (
    <Hint label={reason ?? t('lock')}>
      <ActionIcon
        aria-label={t('lock')}
        aria-disabled={reason !== null}
        {...(reason !== null && { 'data-disabled': true, 'aria-description': reason })}
        onClick={() => reason === null && lockScreen()}
      >
        <IconLock size={21} stroke={1.7} />
      </ActionIcon>
    </Hint>
  )
}
