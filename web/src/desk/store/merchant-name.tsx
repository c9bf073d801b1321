import { Text } from '@mantine/core'
import { useMe } from '../../session/me/me.ts'
import { useOwnedMerchant } from '../../session/me/merchant-choice.ts'
import { useWords } from '../../ui/words/words.ts'
import { merchantNameTexts } from './texts.ts'

/** The merchant that an owner's page acts for, where the person could mean another. */
export function MerchantName() {
  const t = useWords(merchantNameTexts)
  const isOnlyOne = useMe().merchants.length === 1
  const merchant = useOwnedMerchant()
  if (merchant === null || isOnlyOne) return null
  return (
    <Text fw={600} mb="md">
      {t('merchant', { merchant: merchant.name })}
    </Text>
  )
}
