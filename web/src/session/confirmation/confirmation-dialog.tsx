import { PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { useWords } from '../../ui/words/words.ts'
import { useCredentialFaults } from '../door/credential-faults.ts'
import { CodeField } from '../door/credential-fields.tsx'
import { doorTexts } from '../door/texts.ts'
import { useMe } from '../me/me.ts'
import { confirmationTexts } from './texts.ts'

/** Asks for the password and, if the account has one, the second factor before a dangerous act. */
export function ConfirmationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const t = useWords(confirmationTexts)
  const tDoor = useWords(doorTexts)
  const { account } = useMe()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/auth/sessions/current/confirm', {
          body: { password, ...(account.secondFactor && { totp: code.trim() }) },
        }),
      ),
    onSuccess: () => onAnswer(true),
  })
  const { passwordFault, codeFault, otherError } = useCredentialFaults(confirm.error)
  return (
    <Modal
      opened
      zIndex={400}
      onClose={() => onAnswer(false)}
      isSending={confirm.isPending}
      title={t('confirmTitle')}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirm.mutate()
        }}
      >
        <Stack>
          <Text c="dimmed">{t('confirmHint')}</Text>
          <RefusedAlert error={otherError} isRepeatable />
          <PasswordInput
            label={tDoor('password')}
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            error={passwordFault}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          {account.secondFactor && (
            <CodeField
              withAsterisk
              value={code}
              error={codeFault}
              onChange={(event) => setCode(event.currentTarget.value)}
            />
          )}
          <FormButtons label={t('confirmDo')} isBusy={confirm.isPending} onCancel={() => onAnswer(false)} />
        </Stack>
      </form>
    </Modal>
  )
}
