import { Checkbox, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useIsOwner } from '../../../session/me/merchant-choice.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { EventChoice } from './event-choice.tsx'
import { isKnownEvent } from './event-groups.ts'
import { webhookTexts } from './texts.ts'
import { useWebhookForm, type WebhookFormProps } from './use-webhook-form.ts'
import { WebhookRefusal } from './webhook-refusal.tsx'

/** A webhook's URL, scope and event types. */
export function WebhookForm(props: WebhookFormProps) {
  const { store, webhook, onClose } = props
  const t = useWords(webhookTexts)
  const { form, save } = useWebhookForm(props)
  const isOwner = useIsOwner(store.merchantId)
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={save.isPending}
      size="lg"
      title={t(webhook === null ? 'add' : 'edit')}
    >
      <form noValidate onSubmit={form.onSubmit(() => save.mutate())}>
        <Stack>
          {save.isError && <WebhookRefusal error={save.error} />}
          <TextInput
            label={t('url')}
            description={t('urlHint')}
            type="url"
            required
            data-autofocus
            maxLength={2000}
            {...form.getInputProps('url')}
          />
          <TextInput
            label={t('description')}
            description={t('descriptionHint')}
            maxLength={200}
            {...form.getInputProps('description')}
          />
          {webhook === null && <Place form={form} isOwner={isOwner} />}
          <What form={form} />
          <FormButtons isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

type Form = ReturnType<typeof useWebhookForm>['form']

function Place({ form, isOwner }: { form: Form; isOwner: boolean }) {
  const t = useWords(webhookTexts)
  return (
    <Radio.Group
      label={t('place')}
      value={form.values.isOfMerchant ? 'merchant' : 'store'}
      onChange={(place) => form.setFieldValue('isOfMerchant', place === 'merchant')}
    >
      <Group mt="xs" gap="lg" align="flex-start">
        <Radio value="store" label={t('thisStore')} />
        <Radio
          value="merchant"
          label={t('merchant')}
          disabled={!isOwner}
          description={isOwner ? undefined : t('merchantHint')}
        />
      </Group>
    </Radio.Group>
  )
}

function What({ form }: { form: Form }) {
  const t = useWords(webhookTexts)
  const { isOfMerchant } = form.values
  return (
    <>
      <Radio.Group
        label={t('what')}
        description={isOfMerchant ? undefined : t('storeHint')}
        value={form.values.isOfAll ? 'all' : 'chosen'}
        onChange={(what) => form.setFieldValue('isOfAll', what === 'all')}
      >
        <Stack mt="xs" gap="xs">
          <Radio value="all" label={t(isOfMerchant ? 'everything.merchant' : 'everything.store')} />
          <Radio value="chosen" label={t('chosen')} />
        </Stack>
      </Radio.Group>
      {!form.values.isOfAll && (
        <Checkbox.Group
          value={form.values.types}
          onChange={(types) => form.setFieldValue('types', types.filter(isKnownEvent))}
          error={form.errors['types']}
        >
          <EventChoice isOfMerchant={isOfMerchant} />
        </Checkbox.Group>
      )}
    </>
  )
}
