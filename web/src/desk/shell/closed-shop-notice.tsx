import { Box } from '@mantine/core'
import { useMe } from '../../session/me/me.ts'
import { meTexts } from '../../session/me/texts.ts'
import { Caution } from '../../ui/parts/caution.tsx'
import { useWords } from '../../ui/words/words.ts'

/** Says on every page that the merchant is suspended or closed, which is why nothing opens. */
export function ClosedShopNotice() {
  const t = useWords(meTexts)
  const { merchant } = useMe()
  if (merchant === null || merchant.status === 'ACTIVE') return null
  const title = merchant.status === 'SUSPENDED' ? 'suspendedTitle' : 'closedTitle'
  return (
    <Box mb="lg">
      <Caution>{`${t(title, { merchant: merchant.name })}. ${t('suspendedHint')}`}</Caution>
    </Box>
  )
}
