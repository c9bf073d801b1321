import { isProblem } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useWords } from '../../ui/words/words.ts'
import { useFragmentToken } from '../door/fragment-token.ts'
import { EntranceForm } from './entrance-form.tsx'
import { EntranceFrame } from './entrance-frame.tsx'
import { entranceTexts } from './texts.ts'

/** Keeps a second factor that an administrator is about to remove, with the link of the mail. */
export function KeepFactorPage() {
  const t = useWords(entranceTexts)
  const token = useFragmentToken()
  const keep = useMutation({
    mutationFn: () => answer(api.POST('/auth/second-factor-resets/cancel', { body: { token: token ?? '' } })),
  })
  if (token === null) return <EntranceFrame title={t('keepMissing')} hint={t('keepMissingHint')} />
  if (keep.isSuccess) return <EntranceFrame title={t('keepDone')} hint={t('keepDoneHint')} />
  if (isProblem(keep.error, 'reset_link_spent'))
    return <EntranceFrame title={t('keepSpent')} hint={t('keepSpentHint')} />
  return (
    <EntranceFrame title={t('keepTitle')} hint={t('keepHint')}>
      <EntranceForm
        action={t('keepDo')}
        isBusy={keep.isPending}
        error={keep.error}
        onSubmit={(event) => {
          event.preventDefault()
          keep.mutate()
        }}
      />
    </EntranceFrame>
  )
}
