import { Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { FormButtons } from '../../ui/parts/form-buttons.tsx'
import { useWords } from '../../ui/words/words.ts'
import { MerchantPicker } from '../merchant-picker/merchant-picker.tsx'
import { assignmentTexts } from './texts.ts'

interface Props {
  /** Known when opened from an administrator; otherwise the dialog asks for it. */
  email?: string
  merchant?: { id: string; name: string }
  onClose: () => void
}

/** Confines an administrator to a merchant, or adds one to the merchants they oversee. */
export function AssignDialog({ email: knownEmail, merchant, onClose }: Props) {
  const fieldFaults = useFieldFaults()
  const t = useWords(assignmentTexts)
  const queryClient = useQueryClient()
  const [email, setEmail] = useState(knownEmail ?? '')
  const [merchantId, setMerchantId] = useState<string | null>(merchant?.id ?? null)
  const assign = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/platform/admin-assignments', {
          body: { email: email.trim(), merchantId: merchantId ?? '' },
        }),
      ),
    onSuccess: (made) => {
      notifications.show({
        message: t('told', { name: made.account.name, merchant: made.merchant.name }),
        position: 'bottom-left',
      })
      onClose()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['admin-assignments'] }),
  })
  const faults = fieldFaults(assign.error)
  return (
    <Modal opened onClose={onClose} isSending={assign.isPending} title={t('assign')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          assign.mutate()
        }}
      >
        <Stack>
          <Text>{t('assignHint')}</Text>
          <RefusedAlert error={assign.error} />
          <TextInput
            label={t('email')}
            type="email"
            required
            readOnly={knownEmail !== undefined}
            data-autofocus={knownEmail === undefined ? true : undefined}
            value={email}
            error={faults['email']}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {merchant === undefined ? (
            <MerchantPicker
              label={t('merchant')}
              isRequired
              error={faults['merchantId']}
              value={merchantId}
              onChange={setMerchantId}
            />
          ) : (
            <TextInput label={t('merchant')} readOnly value={merchant.name} />
          )}
          <FormButtons
            label={t('do')}
            isBusy={assign.isPending}
            isDisabled={merchantId === null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}
