import { Button } from '@mantine/core'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { navigationItem, useMe } from '../../session/me/me.ts'
import { useReason } from '../../session/me/reason.ts'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { LostShop } from '../../ui/illustrations/scenes.tsx'
import { EmptyState } from '../../ui/parts/states.tsx'
import { useWords } from '../../ui/words/words.ts'
import { isOfStore, pageAt } from '../navigation/navigation.ts'
import { shellTexts } from './texts.ts'

/** The page or, in its place, the reason why it cannot be used. */
export function AllowedPage() {
  const t = useWords(shellTexts)
  const me = useMe()
  const reasonOf = useReason()
  const { pathname } = useLocation()
  const store = useStoreChoice()
  const key = pageAt(pathname)
  const item = key === undefined ? undefined : navigationItem(me, key)
  if (item === undefined) return <Outlet />
  // Roles differ by store: a page can be open for another one.
  const isOpen = store === null || !isOfStore(pathname) || store.pages.includes(item.key)
  if (item.isAllowed && isOpen) return <Outlet />
  const reason = item.isAllowed ? 'role_too_low' : item.reason
  return (
    <EmptyState
      picture={<LostShop width={240} />}
      title={t('notAllowedTitle')}
      hint={reasonOf(reason)}
      {...(reason === 'mfa_required' && {
        action: (
          <Button component={Link} to="/cuenta">
            {t('toAccount')}
          </Button>
        ),
      })}
    />
  )
}
