import { isProblem, type Product } from '@mostrador/client'
import { faultyFields, useActWords } from '../../../problems/problem-words.ts'
import { useWords } from '../../../ui/words/words.ts'
import { productTexts } from './texts.ts'

/** Those of the selected products that do not exist any more, because of which a bulk change was refused. */
export function missingOf(error: unknown, products: readonly Product[]): Product[] {
  const ids: unknown = isProblem(error, 'invalid_request') ? error.extras['missingIds'] : undefined
  return Array.isArray(ids) ? products.filter(({ id }) => ids.includes(id)) : []
}

/** Those whose new price would be below zero or above the maximum. */
function unpricedOf(error: unknown, products: readonly Product[]): Product[] {
  return faultyFields(error).flatMap((path) => {
    const no = /^productIds\.(\d+)$/.exec(path)?.[1]
    return products[Number(no ?? -1)] ?? []
  })
}

const namesOf = (products: readonly Product[]) => products.map(({ name }) => name).join(', ')

/** Why a bulk change of these products, or its preview, was refused. */
export function useBulkWords() {
  const t = useWords(productTexts)
  const words = useActWords()
  return (error: unknown, products: readonly Product[], { isUp = false } = {}): string => {
    const missing = missingOf(error, products)
    if (missing.length > 0) return t('gone', { names: namesOf(missing) })
    const unpriced = unpricedOf(error, products)
    if (unpriced.length > 0) return t(isUp ? 'aboveMost' : 'belowNothing', { names: namesOf(unpriced) })
    return isProblem(error, 'version_mismatch') ? t('pricesMoved') : words(error)
  }
}
