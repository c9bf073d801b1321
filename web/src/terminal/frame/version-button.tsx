import { IconRefresh } from '@tabler/icons-react'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useCartCheckout, useCartState } from '../cart/use-cart.ts'
import { useKindsInProgress } from '../vas/checkouts/use-vas-checkouts.ts'
import { terminalTexts } from '../words/texts.ts'
import classes from './terminal-header.module.css'

/** Offers to load a newer version, never during a sale. */
export function VersionButton({ storeId, onChange }: { storeId: string; onChange: () => void }) {
  const t = useWords(terminalTexts)
  const isVasUnderWay = useKindsInProgress().length > 0
  const { cart, pending, paying, sold, provisional } = useCartState(useCartCheckout(storeId))
  const hasCart =
    (cart?.lines.length ?? 0) + pending.length > 0 || paying !== null || sold !== null || provisional !== null
  return (
    <AllowedButton
      variant="light"
      h={44}
      px="sm"
      aria-label={t('newVersion')}
      reason={isVasUnderWay || hasCart ? t('newVersionLater') : null}
      onClick={onChange}
    >
      <IconRefresh size={19} stroke={1.7} aria-hidden="true" />
      <span className={classes['wideOnly']}>&nbsp;{t('newVersion')}</span>
    </AllowedButton>
  )
}
