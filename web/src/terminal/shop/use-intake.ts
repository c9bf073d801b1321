import { useMemo, useState } from 'react'
import { isMeasured } from '../../ui/format/typed-quantity.ts'
import { useWords } from '../../ui/words/words.ts'
import { useCartScans } from '../cart/use-cart-scans.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import type { CartCheckout } from '../selling/cart/cart-checkout.ts'
import type { HowMuch } from '../selling/cart/cart-lines.ts'
import { prefixedQuantity } from '../selling/money/quantity.ts'
import { useTerminalChoice } from '../store/terminal-choice.ts'
import { shopTexts } from '../words/shop-texts.ts'
import { useMissingGoods } from './use-missing-goods.tsx'
import { useSearchText } from './use-search-text.ts'

interface Props {
  checkout: CartCheckout
  /** The goods for sale; `undefined` while loading. */
  items: readonly GoodsItem[] | undefined
  /** The layouts of the labels that the store's scale prints. */
  labelLayouts: readonly string[]
  /** The last sale is finished and still on the screen. */
  isDone: boolean
  /** The customer is paying. */
  isPaying: boolean
  onCatalogued: () => void
  /** A scan begins the next sale. */
  onNextSale: () => void
}

/** How goods come into the cart: picked, searched or scanned, with the quantity typed before. */
export function useIntake(props: Props) {
  const { checkout, items, labelLayouts, isDone, isPaying, onNextSale, onCatalogued } = props
  const t = useWords(shopTexts)
  const { terminal } = useTerminalChoice(checkout.storeId)
  const { refuse, ...search } = useSearchText(isDone)
  const { times, rest, type } = search
  const [weighed, setWeighed] = useState<GoodsItem | null>(null)
  /** The item scanned last since the customer began to pay. */
  const [addedName, setAddedName] = useState<string | null>(null)
  /** The goods added last, whose line the keys change. */
  const [latestId, setLatestId] = useState<string | null>(null)
  const add = (item: GoodsItem, howMuch: HowMuch) => {
    setLatestId(item.variantId)
    checkout.add(item, howMuch, terminal?.id ?? null)
  }
  const missing = useMissingGoods({
    storeId: checkout.storeId,
    items: items ?? [],
    onAdd: (item, quantity) => {
      type('')
      add(item, quantity)
    },
    onCatalogued,
  })
  /** Adds an item with the typed quantity, or asks for it. Returns whether the quantity was accepted. */
  const pick = (item: GoodsItem, typedTimes: string | null = times): boolean => {
    const quantity = prefixedQuantity(typedTimes, item.unit)
    if (quantity === null) refuse(t(isMeasured(item.unit) ? 'quantityFault' : 'piecesFault'))
    else if (quantity === 'ask') setWeighed(item)
    else if (item.isPriceOpen) missing.askPrice(item, quantity)
    else add(item, quantity)
    if (quantity !== null && typedTimes !== null) type('')
    return quantity !== null
  }
  const isPrefixAlone = rest.trim() === ''
  const take = useCartScans({
    checkout,
    items: useMemo(() => items && [...items, ...missing.made], [items, missing.made]),
    labelLayouts,
    terminalId: terminal?.id ?? null,
    times: isPrefixAlone ? times : null,
    onMeasure: setWeighed,
    onOpenPrice: missing.askPrice,
    // While the customer pays, or before the next sale begins, their dialogs cannot be shown.
    missingActs: (code, quantity) => (isPaying || isDone ? null : missing.ofCode(code, quantity)),
    onNextSale,
    onTaken: ({ name, variantId }, isAdded) => {
      if (isPrefixAlone) type('')
      setLatestId(variantId)
      setAddedName(isAdded ? name : null)
    },
  })
  const weigh = (item: GoodsItem, howMuch: HowMuch) => {
    setWeighed(null)
    setAddedName(item.name)
    add(item, howMuch)
  }
  return {
    search,
    pick,
    take,
    weighed,
    weigh,
    forgetWeighed: () => setWeighed(null),
    missing,
    addedName,
    forgetAdded: () => setAddedName(null),
    latestId,
  }
}
