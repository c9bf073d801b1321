import { Button, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Variant } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { emptyToNull } from '../../../desk/records/empty-to-null.ts'
import { reload } from '../../../desk/records/reload.ts'
import { useFieldFaults, useProblemWords } from '../../../problems/problem-words.ts'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { productKeys } from './product-queries.ts'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  productId: string
  /** `null` creates a new one. */
  variant: Variant | null
  onClose: () => void
}

const valuesOf = (variant: Variant | null) => ({
  name: variant?.name ?? '',
  sku: variant?.sku ?? '',
  priceCentavos: variant?.priceCentavos ?? (null as number | null),
  isActive: variant?.isActive ?? true,
})
type Values = ReturnType<typeof valuesOf>

const fieldsOf = ({ name, sku, ...values }: Values) => ({
  ...values,
  name: name.trim(),
  sku: emptyToNull(sku),
})

/** The form of one variant. */
export function VariantDialog({ storeId, productId, variant, onClose }: Props) {
  const fieldFaults = useFieldFaults()
  const t = useWords(productTexts)
  const tUi = useWords(uiTexts)
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: valuesOf(variant),
    validate: { name: (name) => (name.trim() === '' ? tUi('missing') : null) },
  })
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const fields = fieldsOf(values)
      if (variant === null)
        await answer(api.POST('/pos/variants', { body: { storeId, productId, ...fields } }))
      else
        await sendChanges(fieldsOf(form.getInitialValues()), fields, (body) =>
          answer(api.PATCH('/pos/variants/{id}', { params: { path: { id: variant.id } }, body })),
        )
    },
    onSuccess: onClose,
    onSettled: () => void reload(queryClient, productKeys),
    onError: (error) => form.setErrors(fieldFaults(error)),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={save.isPending}
      title={variant === null ? t('variantAdd') : t('variantEdit', { name: variant.name ?? '' })}
    >
      <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
        <Stack>
          <RefusedAlert error={save.error} fields={Object.keys(form.values)} />
          <TextInput
            label={t('variantName')}
            required
            data-autofocus
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <MoneyField
            label={t('variantPrice')}
            description={t('variantPriceHint')}
            {...form.getInputProps('priceCentavos')}
          />
          <TextInput label={t('sku')} maxLength={60} {...form.getInputProps('sku')} />
          <Switch label={t('active')} size="md" {...form.getInputProps('isActive', { type: 'checkbox' })} />
          <Group justify="space-between">
            {variant === null ? <span /> : <Removal variant={variant} onDone={onClose} />}
            <Button type="submit" loading={save.isPending}>
              {tUi('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function Removal({ variant, onDone }: { variant: Variant; onDone: () => void }) {
  const t = useWords(productTexts)
  const tUi = useWords(uiTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/pos/variants/{id}', { params: { path: { id: variant.id } } })),
    onSuccess: onDone,
    onSettled: () => void reload(queryClient, productKeys),
  })
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsConfirming(true)}>
        {tUi('remove')}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('variantRemoveSure', { name: variant.name ?? '' })}
        hint={t('removeHint')}
        action={tUi('remove')}
        isBusy={remove.isPending}
        fault={remove.isError ? words(remove.error).title : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}
