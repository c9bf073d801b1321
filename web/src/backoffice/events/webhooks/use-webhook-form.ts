import { useForm } from '@mantine/form'
import type { ProfileStore, Webhook } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { useFieldFaults } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { isKnownEvent } from './event-groups.ts'
import { webhookTexts } from './texts.ts'

export interface WebhookFormProps {
  store: ProfileStore
  /** `null` creates a new one. */
  webhook: Webhook | null
  /** Receives a new webhook's secret, which is shown only once. */
  onMade: (secret: string) => void
  onClose: () => void
}

/** A webhook's form and how it is saved. */
export function useWebhookForm({ store, webhook, onMade, onClose }: WebhookFormProps) {
  const fieldFaults = useFieldFaults()
  const t = useWords(webhookTexts)
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: {
      url: webhook?.url ?? 'https://',
      description: webhook?.description ?? '',
      isOfMerchant: webhook !== null && webhook.storeId === null,
      isOfAll: webhook === null || webhook.types.length === 0,
      types: (webhook?.types ?? []).filter(isKnownEvent),
    },
    validate: {
      url: (url) => (URL.canParse(url.trim()) && url.trim() !== 'https://' ? null : t('urlFault')),
      types: (types, { isOfAll }) => (isOfAll || types.length > 0 ? null : t('chosenMissing')),
    },
  })
  const save = useMutation({
    mutationFn: async () => {
      const { url, description, isOfMerchant, isOfAll, types } = form.getValues()
      const shared = { url: url.trim(), types: isOfAll ? [] : types }
      const said = description.trim()
      if (webhook !== null) {
        const body = { ...shared, description: said === '' ? null : said }
        await answer(api.PATCH('/pos/webhooks/{id}', { params: { path: { id: webhook.id } }, body }))
        return null
      }
      const place = isOfMerchant ? { merchantId: store.merchantId } : { storeId: store.storeId }
      const body = { ...shared, ...place, ...(said !== '' && { description: said }) }
      return (await answer(api.POST('/pos/webhooks', { body }))).secret
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
      if (secret !== null) onMade(secret)
      onClose()
    },
    onError: (error) => form.setErrors(fieldFaults(error)),
    // The secret must not stay in the cache after it was shown.
    gcTime: 0,
  })
  return { form, save }
}
