import { notifications } from '@mantine/notifications'
import { type Connection, isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { RowActions } from '../../../ui/lists/row-actions.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { connectionTexts } from './texts.ts'

interface Props {
  connection: Connection
  barred: string | null
  /** Called when the provider accepted or refused the credentials. */
  onChecked: (isRefused: boolean) => void
}

export function ConnectionActions({ connection, barred, onChecked }: Props) {
  const { id, name } = connection
  const t = useWords(connectionTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isRemoving, setIsRemoving] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['connections'] })
  const params = { path: { id } }
  const check = useMutation({
    mutationFn: () => answer(api.POST('/pos/connections/{id}/check', { params })),
    onSuccess: async ({ balance }) => {
      onChecked(false)
      if (balance !== null) {
        const amount = formatPesos(balance.availableCentavos)
        notifications.show({ message: t('checkedNow', { name, amount }), color: 'agave' })
      }
      await refresh()
    },
    onError: (error) => {
      if (isProblem(error, 'connection_refused')) onChecked(true)
      const { title, hint } = words(error)
      notifications.show({ color: 'red', title, message: hint })
    },
  })
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/pos/connections/{id}', { params })),
    onSuccess: refresh,
  })
  return (
    <RowActions>
      {connection.status === 'PAUSED' ? (
        <Resume connection={connection} barred={barred} />
      ) : (
        <AllowedButton
          variant="light"
          reason={barred}
          loading={check.isPending}
          aria-label={t('checkOf', { name })}
          onClick={() => check.mutate()}
        >
          {t('check')}
        </AllowedButton>
      )}
      <AllowedButton
        variant="subtle"
        color="red"
        reason={barred}
        aria-label={t('removeOf', { name })}
        onClick={() => setIsRemoving(true)}
      >
        {t('remove')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('removeSure', { name })}
        hint={t('removeHint')}
        action={t('remove')}
        isBusy={remove.isPending}
        fault={remove.isError ? words(remove.error).title : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsRemoving(false)}
      />
    </RowActions>
  )
}

/** Resumes a paused connection. The person who does becomes responsible for it. */
function Resume({ connection: { id, name }, barred }: Pick<Props, 'connection' | 'barred'>) {
  const t = useWords(connectionTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const resume = useMutation({
    mutationFn: () => answer(api.POST('/pos/connections/{id}/resume', { params: { path: { id } } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['connections'] }),
  })
  return (
    <>
      <AllowedButton reason={barred} aria-label={t('resumeOf', { name })} onClick={() => setIsAsked(true)}>
        {t('resume')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('resumeSure', { name })}
        hint={t('resumeHint')}
        action={t('resume')}
        isBusy={resume.isPending}
        fault={resume.isError ? words(resume.error).title : undefined}
        onConfirm={() => resume.mutate()}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
