import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fieldFaults, useProblemWords } from '../../problems/problem-words.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { usePlatformWords } from '../words/words.ts'

const blank = { name: '', tradeName: '', rfc: '', ownerName: '', ownerEmail: '' }
type Values = typeof blank

/** A new merchant with its owner; the owner's invitation is shown this once. */
export function CreateMerchant({ onClose }: { onClose: () => void }) {
  const t = usePlatformWords()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: ({ name, tradeName, rfc, ownerName, ownerEmail }: Values) =>
      answer(
        api.POST('/pos/merchants', {
          body: {
            name: name.trim(),
            ...(tradeName.trim() !== '' && { tradeName: tradeName.trim() }),
            ...(rfc.trim() !== '' && { rfc: rfc.trim().toUpperCase() }),
            owner: { name: ownerName.trim(), email: ownerEmail.trim() },
          },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['merchants'] }),
  })
  const made = create.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        <Text fw={700}>
          {made === undefined ? t('merchants.add') : t('merchants.made', { name: made.merchant.name })}
        </Text>
      }
    >
      {made === undefined ? (
        <Form isBusy={create.isPending} error={create.error} onCreate={create.mutate} />
      ) : (
        <Stack>
          <Text>{made.invite === null ? t('merchants.madeKnown') : t('merchants.madeHint')}</Text>
          {made.invite !== null && <CopyField label={t('merchants.link')} value={made.invite.url} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('merchants.done')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Form(props: { isBusy: boolean; error: Error | null; onCreate: (values: Values) => void }) {
  const t = usePlatformWords()
  const words = useProblemWords()
  const form = useForm<Values>({ initialValues: blank })
  const faults = fieldFaults(props.error)
  return (
    <form onSubmit={form.onSubmit(props.onCreate)}>
      <Stack>
        {props.error !== null && (
          <Alert color="red" role="alert">
            {words(props.error).title}
          </Alert>
        )}
        <TextInput
          label={t('merchants.name')}
          required
          data-autofocus
          {...form.getInputProps('name')}
          error={faults['name']}
        />
        <TextInput
          label={t('merchants.tradeName')}
          {...form.getInputProps('tradeName')}
          error={faults['tradeName']}
        />
        <TextInput
          label={t('merchants.rfc')}
          description={t('merchants.rfcHint')}
          {...form.getInputProps('rfc')}
          error={faults['rfc']}
        />
        <TextInput
          label={t('merchants.ownerName')}
          required
          {...form.getInputProps('ownerName')}
          error={faults['owner.name']}
        />
        <TextInput
          label={t('merchants.ownerEmail')}
          type="email"
          required
          {...form.getInputProps('ownerEmail')}
          error={faults['owner.email']}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={props.isBusy}>
            {t('merchants.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
