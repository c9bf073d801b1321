import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useFieldFaults } from '../../problems/problem-words.ts'
import { RefusedAlert } from '../../problems/refused-alert.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { ShownOnce } from '../../ui/parts/shown-once.tsx'
import { useWords } from '../../ui/words/words.ts'
import { merchantListTexts } from './list-texts.ts'
import { PlaceField } from './place-field.tsx'

const blank = { name: '', tradeName: '', rfc: '', ownerName: '', ownerEmail: '', databaseId: '' }
type Values = typeof blank

/** Creates a merchant with its owner; the owner's invitation is shown only once. */
export function CreateMerchant({ onClose }: { onClose: () => void }) {
  const t = useWords(merchantListTexts)
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: ({ name, tradeName, rfc, ownerName, ownerEmail, databaseId }: Values) =>
      answer(
        api.POST('/pos/merchants', {
          body: {
            name: name.trim(),
            ...(tradeName.trim() !== '' && { tradeName: tradeName.trim() }),
            ...(rfc.trim() !== '' && { rfc: rfc.trim().toUpperCase() }),
            ...(databaseId !== '' && { databaseId }),
            owner: { name: ownerName.trim(), email: ownerEmail.trim() },
          },
        }),
      ),
    // After an error as well: the merchant may have been created, and only the answer lost.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['merchants'] }),
  })
  const made = create.data
  const link = made?.invite?.url ?? null
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={create.isPending}
      title={made === undefined ? t('add') : t('made', { name: made.merchant.name })}
    >
      {made === undefined ? (
        <Form isBusy={create.isPending} error={create.error} onCreate={create.mutate} />
      ) : (
        <ShownOnce
          hint={made.invite === null ? t('madeKnown') : t(link === null ? 'madeBefore' : 'madeHint')}
          values={link === null ? [] : [{ label: t('link'), value: link }]}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

function Form(props: { isBusy: boolean; error: Error | null; onCreate: (values: Values) => void }) {
  const fieldFaults = useFieldFaults()
  const t = useWords(merchantListTexts)
  const form = useForm<Values>({ initialValues: blank })
  const faults = fieldFaults(props.error)
  return (
    <form onSubmit={form.onSubmit(props.onCreate)}>
      <Stack>
        <RefusedAlert error={props.error} fields={Object.keys(form.values)} />
        <TextInput
          label={t('name')}
          required
          data-autofocus
          {...form.getInputProps('name')}
          error={faults['name']}
        />
        <TextInput label={t('tradeName')} {...form.getInputProps('tradeName')} error={faults['tradeName']} />
        <TextInput
          label={t('rfc')}
          description={t('rfcHint')}
          {...form.getInputProps('rfc')}
          error={faults['rfc']}
        />
        <TextInput
          label={t('ownerName')}
          required
          {...form.getInputProps('ownerName')}
          error={faults['owner.name']}
        />
        <TextInput
          label={t('ownerEmail')}
          type="email"
          required
          {...form.getInputProps('ownerEmail')}
          error={faults['owner.email']}
        />
        <PlaceField {...form.getInputProps('databaseId')} error={faults['databaseId']} />
        <Group justify="flex-end">
          <Button type="submit" loading={props.isBusy}>
            {t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
