import type { AdminAssignment } from '@mostrador/client'
import { answer, api } from '../../api/client.ts'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { useMissingOversight } from './oversight.ts'
import { assignmentTexts } from './texts.ts'

/** Removes an assignment. Without the last one, an administrator who owns no merchant oversees all merchants again. */
export function useEndAct(): (assignment: AdminAssignment, isLast: boolean) => Act {
  const t = useWords(assignmentTexts)
  const barred = useMissingOversight()
  return ({ account, merchant, isOwner }, isLast) => ({
    key: 'end',
    label: t('end'),
    title: t('endTitle', { name: account.name, merchant: merchant.name }),
    hint: t(isOwner ? 'endOwnHint' : isLast ? 'endLastHint' : 'endHint', { name: account.name }),
    isDanger: true,
    barred,
    typedName: merchant.name,
    run: async () => {
      await answer(
        api.DELETE('/platform/admin-assignments/{accountId}/{merchantId}', {
          params: { path: { accountId: account.id, merchantId: merchant.id } },
        }),
      )
      return t('ended', { name: account.name, merchant: merchant.name })
    },
  })
}
