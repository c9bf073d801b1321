import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Store } from '@mostrador/client'
import { answer, api } from '../../../api/client.ts'
import { sendChanges } from '../../../desk/records/changes.ts'
import { emptyToNull } from '../../../desk/records/empty-to-null.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { useMissingScopeIn } from '../../../session/me/abilities.ts'
import { meQuery, useMe } from '../../../session/me/me.ts'
import { ownedMerchants, useOwnedMerchant } from '../../../session/me/merchant-choice.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { labelLayoutPattern } from '../../../ui/scanner/scale-label.ts'
import { useWords } from '../../../ui/words/words.ts'
import { storeTexts } from './texts.ts'

type TimeZone = Store['timeZone']

const timeZones = Object.keys(storeTexts.zone) as TimeZone[]

/** What was typed, one per line. */
const linesOf = (typed: string) => typed.split(/\s+/).filter((line) => line !== '')
const layoutsOf = (typed: string) => linesOf(typed.toUpperCase())

const areEmails = (typed: readonly string[]) =>
  typed.length <= 5 &&
  new Set(typed).size === typed.length &&
  typed.every((each) => /^\S+@\S+\.\S+$/.test(each))

const valuesOf = (store: Store | null, merchantId: string) => ({
  merchantId,
  name: store?.name ?? '',
  code: store?.code ?? '',
  phone: store?.phone ?? '',
  address: store?.address ?? '',
  timeZone: store?.timeZone ?? ('America/Mexico_City' as TimeZone),
  taxRegion: store?.taxRegion ?? ('GENERAL' as const),
  labels: (store?.labelLayouts ?? []).join('\n'),
  openPriceLimitCentavos: (store?.openPriceLimitCentavos ?? 0) as number | null,
  cashiersSellOpenPrices: store?.cashiersSellOpenPrices ?? false,
  cashiersCountBlind: store?.cashiersCountBlind ?? false,
  reportEmails: (store?.shiftReportEmails ?? []).join('\n'),
})
type Values = ReturnType<typeof valuesOf>

const placeOf = ({ name, code, phone, address, timeZone, taxRegion }: Values) => ({
  ...{ name, code, timeZone, taxRegion },
  phone: emptyToNull(phone),
  address: emptyToNull(address),
})

const fieldsOf = (values: Values) => ({
  ...placeOf(values),
  labelLayouts: layoutsOf(values.labels),
  openPriceLimitCentavos: values.openPriceLimitCentavos ?? 0,
  cashiersSellOpenPrices: values.cashiersSellOpenPrices,
  cashiersCountBlind: values.cashiersCountBlind,
  shiftReportEmails: linesOf(values.reportEmails),
})

/** A store's form. Settings of its tills appear once the store exists. */
export function StoreForm({ store, onClose }: { store: Store | null; onClose: () => void }) {
  const t = useWords(storeTexts)
  const barred = useMissingScopeIn(store?.id, 'POS_STORES_WRITE')
  const owned = ownedMerchants(useMe())
  const merchantId = useOwnedMerchant()?.id ?? ''
  return (
    <RecordDrawer
      title={store === null ? t('add') : t('edit')}
      // A new store adds a membership, which changes menus and store pickers.
      refreshes={[['stores'], meQuery.queryKey]}
      // Whether a store can be added is checked by the list.
      barred={store === null ? null : barred}
      onClose={onClose}
      initialValues={valuesOf(store, merchantId)}
      required={['name']}
      validate={({ code, labels, reportEmails }) => ({
        ...(!/^[A-Z0-9-]{1,12}$/.test(code) && { code: t('codeFault') }),
        ...(!layoutsOf(labels).every((layout) => labelLayoutPattern.test(layout)) && {
          labels: t('labelsFault'),
        }),
        ...(!areEmails(linesOf(reportEmails)) && { reportEmails: t('reportEmailsFault') }),
      })}
      save={async (values, opened) => {
        if (store === null) {
          const body = { merchantId: values.merchantId, ...placeOf(values) }
          await answer(api.POST('/pos/stores', { body }))
        } else
          await sendChanges(fieldsOf(opened), fieldsOf(values), (body) =>
            answer(api.PATCH('/pos/stores/{id}', { params: { path: { id: store.id } }, body })),
          )
      }}
    >
      {(form) => (
        <>
          {store === null && owned.length > 1 && (
            <Select
              label={t('merchant')}
              allowDeselect={false}
              data={owned.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.getInputProps('merchantId')}
            />
          )}
          <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
          <TextInput
            label={t('code')}
            description={t('codeHint')}
            required
            {...form.getInputProps('code')}
            onChange={(event) => form.setFieldValue('code', event.currentTarget.value.toUpperCase())}
          />
          <TextInput label={t('phone')} type="tel" {...form.getInputProps('phone')} />
          <Textarea label={t('address')} autosize minRows={2} {...form.getInputProps('address')} />
          <Select
            label={t('timeZone')}
            allowDeselect={false}
            data={timeZones.map((value) => ({ value, label: t(`zone.${value}`) }))}
            {...form.getInputProps('timeZone')}
          />
          <Select
            label={t('taxRegion')}
            allowDeselect={false}
            data={(['GENERAL', 'BORDER'] as const).map((value) => ({
              value,
              label: t(`region.${value}`),
            }))}
            {...form.getInputProps('taxRegion')}
          />
          {store !== null && <AtTheTill form={form} />}
        </>
      )}
    </RecordDrawer>
  )
}

function AtTheTill({ form }: { form: UseFormReturnType<Values> }) {
  const t = useWords(storeTexts)
  return (
    <>
      <MoneyField
        label={t('openPriceLimit')}
        description={t('openPriceLimitHint')}
        {...form.getInputProps('openPriceLimitCentavos')}
      />
      <Switch
        label={t('cashiersSellOpenPrices')}
        size="md"
        {...form.getInputProps('cashiersSellOpenPrices', { type: 'checkbox' })}
      />
      <Switch
        label={t('cashiersCountBlind')}
        description={t('cashiersCountBlindHint')}
        size="md"
        {...form.getInputProps('cashiersCountBlind', { type: 'checkbox' })}
      />
      <Textarea
        label={t('reportEmails')}
        description={t('reportEmailsHint')}
        autosize
        minRows={2}
        spellCheck={false}
        {...form.getInputProps('reportEmails')}
      />
      <Textarea
        label={t('labels')}
        description={t('labelsHint')}
        autosize
        minRows={2}
        spellCheck={false}
        {...form.getInputProps('labels')}
      />
    </>
  )
}
