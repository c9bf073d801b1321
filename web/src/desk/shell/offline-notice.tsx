import { Box } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsOutage, watchNetwork } from '../../api/network-state.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { useWords } from '../../ui/words/words.ts'
import { shellTexts } from './texts.ts'

/** After an outage all desks read their pages again: not all at once. */
const spreadMs = 4_000

/** Says on every page that the server is out of reach, and what is shown may be old. It is read again when that is over. */
export function OfflineNotice() {
  const t = useWords(shellTexts)
  const queryClient = useQueryClient()
  const isOutage = useIsOutage()
  useEffect(watchNetwork, [])
  useEffect(() => {
    const readAgain = () => void queryClient.refetchQueries({ type: 'active', stale: true })
    return isOutage ? () => void setTimeout(readAgain, Math.random() * spreadMs) : undefined
  }, [isOutage, queryClient])
  return (
    <div role="status">
      {isOutage && (
        <Box mb="lg">
          <Caution>{t('offline')}</Caution>
        </Box>
      )}
    </div>
  )
}
