import { Button, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import { MoneyField } from '../../ui/fields/money-field.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { FormDialog } from '../../ui/layers/form-dialog.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { grossCentavos } from '../selling/money/rounding.ts'
import { storeQuery } from '../store/queries.ts'
import { shopTexts } from '../words/shop-texts.ts'

/** Goods whose price is about to be entered. */
export interface AskedPrice {
  /** The goods with an open price that they can be sold as; the first is proposed. */
  readonly choices: readonly [GoodsItem, ...GoodsItem[]]
  /** What was searched for, when that is a name. */
  readonly name: string
  readonly quantity: number
}

interface Props {
  asked: AskedPrice
  storeId: string
  onClose: () => void
  /** The item has the name and the price that were entered. */
  onAdd: (item: GoodsItem, quantity: number) => void
}

/** Asks for the price of goods that have none in the catalog, and for their name on the receipt. */
export function OpenPriceDialog({ asked, storeId, onClose, onAdd }: Props) {
  const t = useWords(shopTexts)
  const [item, setItem] = useState<GoodsItem>(asked.choices[0])
  const [name, setName] = useState(asked.name)
  const [priceCentavos, setPrice] = useState<number | null>(null)
  const reason = useOpenPriceReason(storeId, priceCentavos)
  const isWhole = reason === null && priceCentavos !== null && priceCentavos > 0
  return (
    <FormDialog
      title={t('openPrice.title')}
      isSending={false}
      onClose={onClose}
      onSubmit={() => {
        if (isWhole) onAdd({ ...item, name: name.trim() || item.name, priceCentavos }, asked.quantity)
      }}
    >
      {asked.choices.length > 1 && (
        <Select
          label={t('openPrice.as')}
          size="md"
          allowDeselect={false}
          data={asked.choices.map(({ variantId, name: label }) => ({ value: variantId, label }))}
          value={item.variantId}
          onChange={(id) => setItem(asked.choices.find(({ variantId }) => variantId === id) ?? item)}
        />
      )}
      <MoneyField
        label={t('openPrice.price')}
        size="lg"
        data-autofocus
        value={priceCentavos}
        onChange={setPrice}
      />
      <TextInput
        label={t('openPrice.name')}
        placeholder={item.name}
        size="md"
        autoComplete="off"
        maxLength={160}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {reason !== null && (
        <Text c="red" role="alert">
          {reason}
        </Text>
      )}
      <Button type="submit" h={52} disabled={!isWhole}>
        {t('quantityAdd', {
          amount: isWhole ? formatPesos(grossCentavos(asked.quantity, priceCentavos)) : '',
        })}
      </Button>
    </FormDialog>
  )
}

/**
 * Why this person may not sell at this price, in words; `null` when they may. The server checks it again. Offline, this
 * is the only check until the sale is sent.
 */
export function useOpenPriceReason(storeId: string, priceCentavos: number | null = null): string | null {
  const t = useWords(shopTexts)
  const role = useStoreChoice()?.role
  const { data: store } = useQuery(storeQuery(storeId))
  // A copy that this device kept may be older than the fields.
  const { cashiersSellOpenPrices = false, openPriceLimitCentavos = 0 } = store ?? {}
  if (role === 'cashier' && !cashiersSellOpenPrices) return t('openPrice.forbidden')
  return (priceCentavos ?? 0) > openPriceLimitCentavos
    ? t('openPrice.aboveLimit', { limit: formatPesos(openPriceLimitCentavos) })
    : null
}
