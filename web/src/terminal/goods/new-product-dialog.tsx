import { Button, Text, TextInput } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { FormDialog } from '../../ui/layers/form-dialog.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { FaultText } from '../words/fault-text.tsx'
import { shopTexts } from '../words/shop-texts.ts'
import { newItem } from './new-item.ts'

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
  const [item] = useState(() => newItem(storeId, code))
  const add = useMutation({
    mutationFn: (price: number) => item.add(name.trim(), price),
    onSuccess: onAdded,
  })
  const uncoded = item.uncoded()
  const codeFault = () => {
    if (uncoded === null) return undefined
    if (isProblem(add.error, 'duplicate_value')) return t('newProduct.codeTaken')
    return isProblem(add.error, 'invalid_request') ? t('newProduct.codeWrong') : undefined
  }
  const isWhole = name.trim() !== '' && priceCentavos !== null
  return (
    <FormDialog
      title={t('newProduct.title')}
      isSending={add.isPending}
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
        disabled={uncoded !== null}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <MoneyField
        label={t('newProduct.price')}
        description={t('newProduct.priceHint')}
        size="lg"
        disabled={uncoded !== null}
        value={priceCentavos}
        onChange={setPrice}
      />
      <FaultText error={add.error} special={codeFault()} />
      <Button type="submit" h={52} disabled={!isWhole} loading={add.isPending}>
        {t('newProduct.do')}
      </Button>
      {uncoded !== null && add.isError && (
        <Button variant="default" h={52} onClick={() => onAdded(uncoded)}>
          {t('newProduct.withoutCode')}
        </Button>
      )}
    </FormDialog>
  )
}
