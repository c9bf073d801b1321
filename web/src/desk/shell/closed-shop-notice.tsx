import { Box } from '@mantine/core'
import { useMe } from '../../session/me/me.ts'
import { meTexts } from '../../session/me/texts.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { useWords } from '../../ui/words/words.ts'

/**
 * Says on every page which merchant is suspended, because its stores are missing from it. A closed one is told only to a
 * person who has no other.
 */
export function ClosedShopNotice() {
  const t = useWords(meTexts)
  const { merchants } = useMe()
  const hasOpen = merchants.some(({ status }) => status === 'ACTIVE')
  const shut = merchants.filter(({ status }) => status === 'SUSPENDED' || (status === 'CLOSED' && !hasOpen))
  const hint = t(hasOpen ? 'suspendedOneHint' : 'suspendedHint')
  return shut.map(({ id, name, status }) => {
    const title = status === 'SUSPENDED' ? 'suspendedTitle' : 'closedTitle'
    return (
      <Box key={id} mb="lg">
        <Caution>{`${t(title, { merchant: name })}. ${hint}`}</Caution>
      </Box>
    )
  })
}
