import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { answer, api } from '../api/client.ts'
import type { CategoryRecord, ProductRecord } from '../api/types.ts'
import { RecordDrawer } from '../session/record-drawer.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { useBackofficeWords } from './words.ts'

interface Props {
  storeId: string
  product: ProductRecord | null
  categories: readonly CategoryRecord[]
  onClose: () => void
}

const emptyToNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

export function ProductForm({ storeId, product, categories, onClose }: Props) {
  const t = useBackofficeWords()
  return (
    <RecordDrawer
      title={product === null ? t('products.add') : t('products.edit')}
      refreshes={['products']}
      onClose={onClose}
      initialValues={{
        name: product?.name ?? '',
        priceCentavos: product?.priceCentavos ?? null,
        costCentavos: product?.costCentavos ?? null,
        sku: product?.sku ?? '',
        categoryId: product?.categoryId ?? null,
        description: product?.description ?? '',
        picture: product?.picture ?? null,
        isActive: product?.isActive ?? true,
      }}
      required={['name', 'priceCentavos']}
      save={(values) => {
        const body = {
          ...values,
          name: values.name.trim(),
          priceCentavos: values.priceCentavos ?? 0,
          sku: emptyToNull(values.sku),
          description: emptyToNull(values.description),
        }
        return product === null
          ? answer(api.POST('/pos/products', { body: { storeId, ...body } }))
          : answer(api.PATCH('/pos/products/{id}', { params: { path: { id: product.id } }, body }))
      }}
      removal={
        product === null
          ? undefined
          : {
              sure: t('removeSure', { name: product.name }),
              hint: t('removeHint'),
              remove: () =>
                answer(api.DELETE('/pos/products/{id}', { params: { path: { id: product.id } } })),
            }
      }
    >
      {(form) => (
        <>
          <TextInput label={t('products.name')} required data-autofocus {...form.getInputProps('name')} />
          <MoneyField label={t('products.price')} required {...form.getInputProps('priceCentavos')} />
          <MoneyField label={t('products.cost')} {...form.getInputProps('costCentavos')} />
          <TextInput label={t('products.sku')} {...form.getInputProps('sku')} />
          <Select
            label={t('products.category')}
            placeholder={t('products.noCategory')}
            clearable
            searchable
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('categoryId')}
          />
          <Textarea
            label={t('products.description')}
            autosize
            minRows={2}
            {...form.getInputProps('description')}
          />
          <PictureField label={t('products.picture')} {...form.getInputProps('picture')} />
          <Switch
            label={t('products.active')}
            size="md"
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        </>
      )}
    </RecordDrawer>
  )
}
