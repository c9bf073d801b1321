import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOnline, watchNetwork } from '../../api/network-state.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { useWords } from '../../ui/words/words.ts'
import { shellTexts } from './texts.ts'

/** Says on every page that the server is out of reach, and what is shown may be old. It is read again when that is over. */
export function OfflineNotice() {
  const t = useWords(shellTexts)
  const queryClient = useQueryClient()
  const isOnline = useIsOnline()
  useEffect(watchNetwork, [])
  useEffect(() => {
    const readAgain = () => void queryClient.refetchQueries({ type: 'active', stale: true })
    return isOnline ? undefined : readAgain
  }, [isOnline, queryClient])
  return (
    <div role="status">
      {!isOnline && (
        <Box mb="lg">
          <Caution>{t('offline')}</Caution>
        </Box>
      )}
    </div>
  )
}
