import { useForm } from '@mantine/form'
import type { ProfileStore, Webhook } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { isKnownEvent, isOffered } from './event-groups.ts'
import { webhookTexts } from './texts.ts'
import type { EventType } from './webhooks-query.ts'

export interface WebhookFormProps {
  store: ProfileStore
  /** `null` creates a new one. */
  webhook: Webhook | null
  /** Receives a new webhook's secret, which is shown only once. */
  onMade: (secret: string) => void
  onClose: () => void
}

interface Values {
  url: string
  description: string
  isOfMerchant: boolean
  isOfAll: boolean
  /** Those that the form knows. Of these it shows, and saves, what the place can have. */
  types: EventType[]
}

const offeredOf = ({ types, isOfMerchant }: Values) => types.filter((type) => isOffered(type, isOfMerchant))

/** The fields as the server has them. */
const fieldsOf = (values: Values, unknown: readonly EventType[]) => ({
  url: values.url.trim(),
  description: values.description.trim() === '' ? null : values.description.trim(),
  types: values.isOfAll ? [] : [...offeredOf(values), ...unknown],
})

/** A webhook's form and how it is saved. */
export function useWebhookForm({ store, webhook, onMade, onClose }: WebhookFormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(webhookTexts)
  const queryClient = useQueryClient()
  // Types of a newer server stay chosen.
  const unknown = (webhook?.types ?? []).filter((type) => !isKnownEvent(type)) as EventType[]
  const form = useForm<Values>({
    initialValues: {
      url: webhook?.url ?? 'https://',
      description: webhook?.description ?? '',
      isOfMerchant: webhook !== null && webhook.storeId === null,
      isOfAll: webhook === null || webhook.types.length === 0,
      types: (webhook?.types ?? []).filter(isKnownEvent),
    },
    validate: {
      url: (url) => (URL.canParse(url.trim()) && url.trim() !== 'https://' ? null : t('urlFault')),
      types: (_types, values) =>
        values.isOfAll || offeredOf(values).length + unknown.length > 0 ? null : t('chosenMissing'),
    },
  })
  const save = useMutation({
    mutationFn: async () => {
      const values = form.getValues()
      const fields = fieldsOf(values, unknown)
      if (webhook !== null) {
        const initial = form.getInitialValues()
        const opened = { ...fieldsOf(initial, unknown), types: [...initial.types, ...unknown] }
        await sendChanges(opened, fields, (body) =>
          answer(api.PATCH('/pos/webhooks/{id}', { params: { path: { id: webhook.id } }, body })),
        )
        return null
      }
      const place = values.isOfMerchant ? { merchantId: store.merchantId } : { storeId: store.storeId }
      const { description, ...shared } = fields
      const body = { ...shared, ...place, ...(description !== null && { description }) }
      return (await answer(api.POST('/pos/webhooks', { body }))).secret
    },
    onSuccess: (secret) => {
      if (secret !== null) onMade(secret)
      onClose()
    },
    onError: (error) => form.setErrors(fieldFaults(error)),
    // Without an answer it may have been saved: the list shows whether it was.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    // The secret must not stay in the cache after it was shown.
    gcTime: 0,
  })
  return { form, save }
}
