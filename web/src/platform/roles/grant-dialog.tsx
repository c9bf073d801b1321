import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import type { PlatformRole } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useActWords, useFieldFaults } from '../../problems/problem-words.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import { roleTexts } from './texts.ts'

type Label = PlatformRole['label']
const labels: readonly Label[] = ['platformOperator', 'platformAdmin', 'distributor']

/** Gives a platform label to an existing account. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(roleTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [label, setLabel] = useState<Label>('platformOperator')
  const grant = useMutation({
    mutationFn: () => answer(api.POST('/platform/roles', { body: { email: email.trim(), label } })),
    onSuccess: onClose,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['roles'] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    grant.mutate()
  }
  const fault = grant.isError ? (fieldFaults(grant.error)['email'] ?? words(grant.error)) : undefined
  return (
    <Modal opened onClose={onClose} isSending={grant.isPending} title={t('add')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('email')}
            type="email"
            required
            data-autofocus
            value={email}
            error={fault}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Radio.Group
            label={t('role')}
            value={label}
            onChange={(value) => setLabel(labels.find((each) => each === value) ?? label)}
          >
            <Stack gap="sm" mt="xs">
              {labels.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`label.${each}`)}
                  description={t(`labelHint.${each}`)}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Group justify="flex-end">
            <Button type="submit" loading={grant.isPending}>
              {t('give')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
