import { useState } from 'react'
import { useIsOnline } from '../../api/network-state.ts'
import { useMe } from '../../session/me/me.ts'
import { useStoreChoice } from '../../session/me/store-choice.ts'
import type { ScanAct } from '../../ui/scanner/meanings.ts'
import { useWords } from '../../ui/words/words.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { type NewGoods, NewProductDialog } from '../goods/new-product-dialog.tsx'
import { type AskedPrice, OpenPriceDialog, useOpenPriceReason } from '../goods/open-price-dialog.tsx'
import { carryOut } from '../shortcuts/use-command.ts'
import { shopTexts } from '../words/shop-texts.ts'

/** Barcodes that the server accepts. */
const codePattern = /^[0-9A-Za-z._-]{3,48}$/
/** Typed digits are a code; any other text is a name. */
const typedCode = /^\d{6,48}$/

interface Props {
  storeId: string
  items: readonly GoodsItem[]
  onAdd: (item: GoodsItem, quantity: number) => void
  /** The catalog has new goods. */
  onCatalogued: () => void
}

/**
 * Asks for the price of goods that have none, and offers what to do about goods that are not in the catalog: sell them
 * once, add them, or search. An act that this person may not do says why.
 */
export function useMissingGoods({ storeId, items, onAdd, onCatalogued }: Props) {
  const t = useWords(shopTexts)
  const isOnline = useIsOnline()
  const store = useStoreChoice()
  const { terminalId } = useMe()
  const forbidden = useOpenPriceReason(storeId)
  const [asked, setAsked] = useState<AskedPrice | null>(null)
  const [added, setAdded] = useState<(NewGoods & { quantity: number }) | null>(null)
  /** New products. They can be scanned before the refreshed catalog contains them. */
  const [made, setMade] = useState<readonly GoodsItem[]>([])
  const [first, ...others] = items.filter(({ isPriceOpen }) => isPriceOpen)
  const sellOnce = (name: string, quantity: number): ScanAct => ({
    label: t('missing.sellOnce'),
    reason: first === undefined ? t('missing.noOpenGoods') : forbidden,
    run: () => first !== undefined && setAsked({ choices: [first, ...others], name, quantity }),
  })
  const addToCatalog = (goods: NewGoods, quantity: number): ScanAct => ({
    label: t('missing.catalog'),
    reason: catalogReason(),
    run: () => setAdded({ ...goods, quantity }),
  })
  const catalogReason = (): string | null => {
    if (store?.scopes.includes('POS_CATALOG_WRITE') === true) return isOnline ? null : t('localOnly')
    return t(terminalId === null ? 'missing.catalogForbidden' : 'missing.catalogByPin')
  }
  /** For a scanned code. */
  const ofCode = (code: string, quantity: number): ScanAct[] => [
    sellOnce('', quantity),
    ...(codePattern.test(code) ? [addToCatalog({ code, name: '' }, quantity)] : []),
    { label: t('missing.search'), reason: null, run: () => carryOut('search') },
  ]
  /** For text that nothing was found for. */
  const ofText = (text: string, quantity: number): ScanAct[] => {
    const goods = typedCode.test(text) ? { code: text, name: '' } : { code: null, name: text }
    return [sellOnce(goods.name, quantity), addToCatalog(goods, quantity)]
  }
  const dialog = (
    <>
      {asked !== null && (
        <OpenPriceDialog
          asked={asked}
          storeId={storeId}
          onClose={() => setAsked(null)}
          onAdd={(item, quantity) => {
            setAsked(null)
            onAdd(item, quantity)
          }}
        />
      )}
      {added !== null && (
        <NewProductDialog
          goods={added}
          storeId={storeId}
          onClose={() => setAdded(null)}
          onAdded={(item) => {
            setAdded(null)
            setMade((before) => [...before, item])
            onCatalogued()
            onAdd(item, added.quantity)
          }}
        />
      )}
    </>
  )
  const askPrice = (item: GoodsItem, quantity: number) => setAsked({ choices: [item], name: '', quantity })
  return { made, askPrice, ofCode, ofText, dialog }
}
