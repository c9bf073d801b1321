import { Alert } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useIsOnline } from '../../api/network-state.ts'
import { useWords } from '../../ui/words/words.ts'
import { terminalTexts } from '../words/texts.ts'

/** Says that selling services needs the network, because a provider has to confirm them. */
export function NeedsNetwork() {
  const t = useWords(terminalTexts)
  const isOnline = useIsOnline()
  if (isOnline) return null
  return (
    <Alert
      color="cempasuchil"
      mx={20}
      mt="sm"
      role="status"
      icon={<IconWifiOff aria-hidden="true" />}
      title={t('vasOfflineTitle')}
      style={{ flex: '0 0 auto' }}
    >
      {t('vasOfflineHint')}
    </Alert>
  )
}
