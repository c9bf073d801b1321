import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Category, Product } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { answer, api } from '../../../api/client.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { QuantityField } from '../../../ui/fields/quantity-field.tsx'
import { uiTexts } from '../../../ui/words/texts.ts'
import { useWords } from '../../../ui/words/words.ts'
import { PhotoField } from './photo-field.tsx'
import { ProductParts } from './product-parts.tsx'
import { productKeys, taxRatesQuery } from './product-queries.ts'
import { fieldsOf, isOpen, mayHaveOpenPrice, type Values, valuesOf } from './product-values.ts'
import { type Saved, saveProduct } from './save-product.ts'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  product: Product | null
  categories: readonly Category[]
  onRemoved: (id: string) => void
  onClose: () => void
}

/** A product's form; below it, its barcodes and variants. */
export function ProductForm({ storeId, product, categories, onRemoved, onClose }: Props) {
  const t = useWords(productTexts)
  const tUi = useWords(uiTexts)
  /** A new product is created even if its code or first stock is refused. */
  const saved = useRef<Saved>({
    id: product?.id ?? null,
    fields: fieldsOf(valuesOf(product)),
    hasCode: false,
  })
  return (
    <RecordDrawer
      title={product === null ? t('add') : t('edit')}
      refreshes={productKeys}
      onClose={onClose}
      initialValues={valuesOf(product)}
      required={['name']}
      validate={({ priceCentavos, isPriceOpen }) => ({
        ...(priceCentavos === null && !isPriceOpen && { priceCentavos: tUi('missing') }),
      })}
      save={(values) => saveProduct(storeId, values, saved.current)}
      removal={
        product === null
          ? undefined
          : {
              sure: t('removeSure', { name: product.name }),
              hint: t('removeHint'),
              remove: async () => {
                await answer(api.DELETE('/pos/products/{id}', { params: { path: { id: product.id } } }))
                onRemoved(product.id)
              },
            }
      }
      below={product === null ? undefined : <ProductParts storeId={storeId} product={product} />}
    >
      {(form) => (
        <>
          <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
          {!isOpen(form.values) && (
            <MoneyField label={t('price')} required {...form.getInputProps('priceCentavos')} />
          )}
          <MoneyField label={t('cost')} {...form.getInputProps('costCentavos')} />
          {product === null && (
            <TextInput
              label={t('barcodeFirst')}
              placeholder={t('barcodeNew')}
              autoComplete="off"
              maxLength={48}
              {...form.getInputProps('code')}
            />
          )}
          <TextInput label={t('sku')} {...form.getInputProps('sku')} />
          <Select
            label={t('category')}
            placeholder={t('noCategory')}
            clearable
            searchable
            data={categories.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('categoryId')}
          />
          <Selling form={form} storeId={storeId} isNew={product === null} />
          <Textarea label={t('description')} autosize minRows={2} {...form.getInputProps('description')} />
          <PhotoField storeId={storeId} {...form.getInputProps('picture')} />
          <Switch label={t('active')} size="md" {...form.getInputProps('isActive', { type: 'checkbox' })} />
        </>
      )}
    </RecordDrawer>
  )
}

const kinds = ['GOODS', 'SERVICE', 'CHIP'] as const
const units = ['PIECE', 'KILOGRAM', 'LITER', 'METER'] as const

interface SellingProps {
  form: UseFormReturnType<Values>
  storeId: string
  isNew: boolean
}

/** How the product is sold: type, unit, tax, stock, and whether its price is open. */
function Selling({ form, storeId, isNew }: SellingProps) {
  const t = useWords(productTexts)
  const { data: rates = [] } = useQuery(taxRatesQuery(storeId))
  const isGoods = form.values.kind === 'GOODS'
  const mayBeOpen = mayHaveOpenPrice(form.values)
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
      {isNew && isGoods && form.values.tracksStock && (
        <QuantityField
          label={t('firstStock')}
          description={t('firstStockHint')}
          unit={form.values.unit}
          {...form.getInputProps('firstStock')}
        />
      )}
      <Switch
        label={t('openPrice')}
        description={mayBeOpen ? t('openPriceHint') : t('openPriceBarred')}
        size="md"
        disabled={!mayBeOpen}
        {...form.getInputProps('isPriceOpen', { type: 'checkbox' })}
        checked={isOpen(form.values)}
      />
    </>
  )
}
