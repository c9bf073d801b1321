import { useForm } from '@mantine/form'
import { isProblem } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { chosenLanguage } from '../../ui/words/language.ts'
import { useWords } from '../../ui/words/words.ts'
import { NewPasswordField } from '../door/credential-fields.tsx'
import { dropFragment, useFragmentToken } from '../door/fragment-token.ts'
import { EmailField, EntranceForm } from './entrance-form.tsx'
import { EntranceFrame } from './entrance-frame.tsx'
import { entranceTexts } from './texts.ts'

/** A forgotten password: asks for a link and, opened with one, sets a new password. */
export function ResetPage() {
  const token = useFragmentToken()
  const [spent, setSpent] = useState<string | null>(null)
  if (token === null || token === spent) return <LinkRequest isLinkSpent={token !== null} />
  return <NewPassword key={token} token={token} onSpent={() => setSpent(token)} />
}

function LinkRequest({ isLinkSpent }: { isLinkSpent: boolean }) {
  const t = useWords(entranceTexts)
  const [email, setEmail] = useState('')
  const ask = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/auth/password-resets', {
          body: { email: email.trim() },
          headers: { 'accept-language': chosenLanguage() },
        }),
      ),
  })
  if (ask.data?.isMailed === true)
    return <EntranceFrame title={t('resetSentTitle')} hint={t('resetSentHint', { email: email.trim() })} />
  if (ask.data?.isMailed === false)
    return <EntranceFrame title={t('resetByHandTitle')} hint={t('resetByHandHint')} />
  return (
    <EntranceFrame
      title={t(isLinkSpent ? 'resetSpentTitle' : 'resetTitle')}
      hint={t(isLinkSpent ? 'resetSpentHint' : 'resetHint')}
    >
      <EntranceForm
        action={t('resetSend')}
        isBusy={ask.isPending}
        error={ask.error}
        onSubmit={(event) => {
          event.preventDefault()
          ask.mutate()
        }}
      >
        <EmailField autoFocus value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      </EntranceForm>
    </EntranceFrame>
  )
}

function NewPassword({ token, onSpent }: { token: string; onSpent: () => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(entranceTexts)
  const form = useForm({ initialValues: { password: '' } })
  const redeem = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      answer(api.POST('/auth/password-resets/redeem', { body: { token, password } })),
    onSuccess: () => dropFragment('token'),
    onError: (error) => {
      if (!isProblem(error, 'reset_link_spent')) return form.setErrors(fieldFaults(error))
      dropFragment('token')
      onSpent()
    },
  })
  if (redeem.isSuccess) return <EntranceFrame title={t('resetDoneTitle')} hint={t('resetDoneHint')} />
  return (
    <EntranceFrame title={t('resetNewTitle')} hint={t('resetNewHint')}>
      <EntranceForm
        action={t('resetDo')}
        isBusy={redeem.isPending}
        error={redeem.error}
        onSubmit={form.onSubmit((values) => redeem.mutate(values))}
      >
        <NewPasswordField autoFocus {...form.getInputProps('password')} />
      </EntranceForm>
    </EntranceFrame>
  )
}
