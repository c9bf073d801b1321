import type { Category } from '@mostrador/client'
import type { GoodsItem } from './goods-item.ts'

type Node = Pick<Category, 'id' | 'parentId'>

/**
 * The goods of a category and of those inside it, at any depth.
 *
 * @param category an id; `null`: all goods
 */
export function goodsIn<Item extends Pick<GoodsItem, 'categoryId'>>(
  items: readonly Item[],
  categories: readonly Node[],
  category: string | null,
): readonly Item[] {
  if (category === null) return items
  const within = categoriesWithin(categories, category)
  return items.filter(({ categoryId }) => categoryId !== null && within.has(categoryId))
}

function categoriesWithin(categories: readonly Node[], category: string): ReadonlySet<string> {
  const within = new Set([category])
  // A set is walked to its end, including what is added on the way.
  for (const outer of within)
    for (const { id, parentId } of categories) if (parentId === outer) within.add(id)
  return within
}
