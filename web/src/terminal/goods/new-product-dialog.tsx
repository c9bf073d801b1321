import { Button, Stack, Text, TextInput } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, plain } from '../catalog/goods-item.ts'
import { useFaultWords } from '../words/fault-words.ts'
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
  const words = useFaultWords()
  const [name, setName] = useState(proposed)
  const [priceCentavos, setPrice] = useState<number | null>(null)
  /** Created already, when only its code was refused. */
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
    <Modal
      opened
      onClose={onClose}
      size={440}
      title={
        <Text fw={700} fz="lg">
          {t('newProduct.title')}
        </Text>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole) add.mutate(priceCentavos)
        }}
      >
        <Stack>
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
          {add.error !== null && (
            <Text c="red" role="alert">
              {isProblem(add.error, 'duplicate_value')
                ? t('newProduct.codeTaken')
                : `${words(add.error).title} ${words(add.error).hint ?? ''}`}
            </Text>
          )}
          <Button type="submit" h={52} disabled={!isWhole} loading={add.isPending}>
            {t('newProduct.do')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

async function newItem(
  storeId: string,
  name: string,
  priceCentavos: number,
  code: string | null,
): Promise<GoodsItem> {
  const product = await answer(api.POST('/pos/products', { body: { storeId, name, priceCentavos } }))
  const { id, sku, unit, kind, isTaxIncluded, categoryId, picture, isPriceOpen, tracksStock } = product
  const own = { variantName: null, barcodes: code === null ? [] : [code], haystack: plain(name) }
  const item = { variantId: id, productId: id, name: product.name, sku, unit, kind, isTaxIncluded }
  // The device's copy of the catalog knows the tax; until then it cannot be sold without the network.
  return { ...item, ...own, priceCentavos, categoryId, picture, isPriceOpen, tracksStock, tax: null }
}
