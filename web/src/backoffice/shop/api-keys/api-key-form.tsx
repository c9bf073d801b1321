import { Checkbox, Group, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { MerchantName } from '../../../desk/store/merchant-name.tsx'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { useMe } from '../../../session/me/me.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { Caution } from '../../../ui/parts/caution.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { type Level, subjectKeys, subjects } from './api-keys-query.ts'
import { apiKeyTexts } from './texts.ts'
import { type ApiKeyFormProps, useApiKeyForm, useLifetimes } from './use-api-key-form.ts'

/** A new key: its purpose, its stores, when it expires, and what it can do. */
export function ApiKeyForm(props: ApiKeyFormProps) {
  const { merchantId, onClose } = props
  const t = useWords(apiKeyTexts)
  const { form, save } = useApiKeyForm(props)
  const lifetimes = useLifetimes(merchantId)
  return (
    <Modal opened onClose={onClose} isSending={save.isPending} size="lg" title={t('add')}>
      <form noValidate onSubmit={form.onSubmit(() => save.mutate())}>
        <Stack>
          <MerchantName />
          <RefusedAlert error={save.error} fields={Object.keys(form.values)} />
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            required
            data-autofocus
            maxLength={80}
            {...form.getInputProps('name')}
          />
          <Stores form={form} merchantId={merchantId} />
          <Select
            label={t('expiresIn')}
            allowDeselect={false}
            data={lifetimes.map((days) => ({ value: String(days), label: t('days', { count: days }) }))}
            {...form.getInputProps('expiresAt')}
          />
          <Scopes form={form} />
          {form.values.levels.services === 'write' && <Caution>{t('servicesCaution')}</Caution>}
          <FormButtons label={t('create')} isBusy={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

type Form = ReturnType<typeof useApiKeyForm>['form']

function Stores({ form, merchantId }: { form: Form; merchantId: string }) {
  const t = useWords(apiKeyTexts)
  const stores = useMe().stores.filter((store) => store.merchantId === merchantId)
  return (
    <>
      <Radio.Group
        label={t('stores')}
        value={form.values.isOfAll ? 'all' : 'chosen'}
        onChange={(which) => form.setFieldValue('isOfAll', which === 'all')}
      >
        <Stack mt="xs" gap="xs">
          <Radio value="all" label={t('allStores')} />
          <Radio value="chosen" label={t('chosenStores')} />
        </Stack>
      </Radio.Group>
      {!form.values.isOfAll && (
        <Checkbox.Group aria-label={t('chosenStores')} {...form.getInputProps('storeIds')}>
          <Stack gap="xs" pl="lg">
            {stores.map(({ storeId, name }) => (
              <Checkbox key={storeId} value={storeId} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}

function Scopes({ form }: { form: Form }) {
  const t = useWords(apiKeyTexts)
  const levels = (subject: (typeof subjectKeys)[number]): Level[] =>
    subjects[subject].write === null ? ['none', 'read'] : ['none', 'read', 'write']
  return (
    <fieldset aria-label={t('scopes')}>
      <Text fw={600} aria-hidden="true">
        {t('scopes')}
      </Text>
      <Text size="sm" c="dimmed" mb="sm">
        {t('scopesHint')}
      </Text>
      <Stack gap="sm">
        {subjectKeys.map((subject) => (
          <Radio.Group
            key={subject}
            label={t(`subject.${subject}`)}
            value={form.values.levels[subject]}
            onChange={(level) =>
              form.setFieldValue('levels', { ...form.values.levels, [subject]: level as Level })
            }
          >
            <Group mt={4} gap="lg">
              {levels(subject).map((level) => (
                <Radio key={level} value={level} label={t(`level.${level}`)} />
              ))}
            </Group>
          </Radio.Group>
        ))}
      </Stack>
      {form.errors['levels'] !== undefined && (
        <Text c="red" size="sm" mt="xs" role="alert">
          {form.errors['levels']}
        </Text>
      )}
    </fieldset>
  )
}
