import { Button, Text, TextInput } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { FormDialog } from '../../ui/layers/form-dialog.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, itemOf } from '../catalog/goods-item.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shopTexts } from '../words/shop-texts.ts'

/** What is about to be added to the catalog: a scanned code, or a name that nothing has. */
export interface NewGoods {
  readonly code: string | null
  readonly name: string
}

interface Props {
  goods: NewGoods
  storeId: string
  onClose: () => void
  onAdded: (item: GoodsItem) => void
}

/** Adds a product with its code to the catalog, without leaving the sale. */
export function NewProductDialog({ goods: { code, name: proposed }, storeId, onClose, onAdded }: Props) {
  const t = useWords(shopTexts)
  const [name, setName] = useState(proposed)
  const [priceCentavos, setPrice] = useState<number | null>(null)
  /** The product, once it is created: if its code was refused, only the code is sent again. */
  const created = useRef<GoodsItem | null>(null)
  const add = useMutation({
    mutationFn: async (price: number) => {
      created.current ??= await newItem(storeId, name.trim(), price, code)
      const { variantId } = created.current
      if (code !== null) await answer(api.POST('/pos/barcodes', { body: { storeId, variantId, code } }))
      return created.current
    },
    onSuccess: onAdded,
  })
  const isWhole = name.trim() !== '' && priceCentavos !== null
  return (
    <FormDialog
      title={t('newProduct.title')}
      onClose={onClose}
      onSubmit={() => {
        if (isWhole) add.mutate(priceCentavos)
      }}
    >
      {code !== null && <Text c="dimmed">{t('newProduct.code', { code })}</Text>}
      <TextInput
        label={t('newProduct.name')}
        size="md"
        autoComplete="off"
        data-autofocus
        maxLength={160}
        disabled={created.current !== null}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MoneyField
        label={t('newProduct.price')}
        description={t('newProduct.priceHint')}
        size="lg"
        disabled={created.current !== null}
        value={priceCentavos}
        onChange={setPrice}
      />
      <FaultText
        error={add.error}
        special={isProblem(add.error, 'duplicate_value') ? t('newProduct.codeTaken') : undefined}
      />
      <Button type="submit" h={52} disabled={!isWhole} loading={add.isPending}>
        {t('newProduct.do')}
      </Button>
    </FormDialog>
  )
}

async function newItem(
  storeId: string,
  name: string,
  priceCentavos: number,
  code: string | null,
): Promise<GoodsItem> {
  const product = await answer(api.POST('/pos/products', { body: { storeId, name, priceCentavos } }))
  const variant = { id: product.id, name: null, sku: null, priceCentavos: null }
  // Without its tax it cannot be sold offline, until this device's copy of the catalog has it.
  return itemOf(product, variant, code === null ? [] : [code], undefined)
}
