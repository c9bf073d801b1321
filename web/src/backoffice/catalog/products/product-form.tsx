import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Category, Product } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { PictureField } from '../../../ui/fields/picture-field.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { ProductParts } from './product-parts.tsx'
import { taxRatesQuery } from './product-queries.ts'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  product: Product | null
  categories: readonly Category[]
  onClose: () => void
}

const emptyToNull = (typed: string) => (typed.trim() === '' ? null : typed.trim())

const valuesOf = (product: Product | null) => ({
  name: product?.name ?? '',
  priceCentavos: product?.priceCentavos ?? null,
  costCentavos: product?.costCentavos ?? null,
  sku: product?.sku ?? '',
  categoryId: product?.categoryId ?? null,
  description: product?.description ?? '',
  picture: product?.picture ?? null,
  isActive: product?.isActive ?? true,
  kind: product?.kind ?? ('GOODS' as const),
  unit: product?.unit ?? ('PIECE' as const),
  taxRateId: product?.taxRateId ?? null,
  isTaxIncluded: product?.isTaxIncluded ?? true,
  tracksStock: product?.tracksStock ?? false,
})
type Values = ReturnType<typeof valuesOf>

/** A product's form; below it, its barcodes and variants. */
export function ProductForm({ storeId, product, categories, onClose }: Props) {
  const t = useWords(productTexts)
  return (
    <RecordDrawer
      title={product === null ? t('add') : t('edit')}
      refreshes={['products']}
      onClose={onClose}
      initialValues={valuesOf(product)}
      required={['name', 'priceCentavos']}
      save={(values) => {
        const body = {
          ...values,
          name: values.name.trim(),
          priceCentavos: values.priceCentavos ?? 0,
          sku: emptyToNull(values.sku),
          description: emptyToNull(values.description),
          tracksStock: values.kind === 'GOODS' && values.tracksStock,
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
      below={product === null ? undefined : <ProductParts storeId={storeId} product={product} />}
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
          <MoneyField label={t('price')} required {...form.getInputProps('priceCentavos')} />
          <MoneyField label={t('cost')} {...form.getInputProps('costCentavos')} />
          <TextInput label={t('sku')} {...form.getInputProps('sku')} />
          <Select
            label={t('category')}
            placeholder={t('noCategory')}
            clearable
            searchable
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('categoryId')}
          />
          <Selling form={form} storeId={storeId} />
          <Textarea label={t('description')} autosize minRows={2} {...form.getInputProps('description')} />
          <PictureField label={t('picture')} {...form.getInputProps('picture')} />
          <Switch label={t('active')} size="md" {...form.getInputProps('isActive', { type: 'checkbox' })} />
        </>
      )}
    </RecordDrawer>
  )
}

const kinds = ['GOODS', 'SERVICE', 'CHIP'] as const
const units = ['PIECE', 'KILOGRAM', 'LITER', 'METER'] as const

/** How the product is sold: type, unit, tax, and whether stock is tracked. */
function Selling({ form, storeId }: { form: UseFormReturnType<Values>; storeId: string }) {
  const t = useWords(productTexts)
  const { data: rates = [] } = useQuery(taxRatesQuery(storeId))
  const isGoods = form.values.kind === 'GOODS'
  return (
    <>
      <Select
        label={t('kind')}
        description={t(`kindHint.${form.values.kind}`)}
        allowDeselect={false}
        data={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <Select
        label={t('unit')}
        allowDeselect={false}
        data={units.map((value) => ({ value, label: t(`units.${value}`) }))}
        {...form.getInputProps('unit')}
      />
      <Select
        label={t('tax')}
        placeholder={t('taxDefault', { name: rates.find(({ isDefault }) => isDefault)?.name ?? '…' })}
        clearable
        data={rates.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('taxRateId')}
      />
      <Switch
        label={t('taxIncluded')}
        size="md"
        {...form.getInputProps('isTaxIncluded', { type: 'checkbox' })}
      />
      <Switch
        label={t('tracksStock')}
        description={isGoods ? t('tracksStockHint') : t('stockIsGoods')}
        size="md"
        disabled={!isGoods}
        {...form.getInputProps('tracksStock', { type: 'checkbox' })}
        checked={isGoods && form.values.tracksStock}
      />
    </>
  )
}
