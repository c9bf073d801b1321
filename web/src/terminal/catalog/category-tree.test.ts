import { expect, test } from 'vitest'
import { goodsIn } from './category-tree.ts'

const categories = [
  { id: 'colas', parentId: 'refrescos' },
  { id: 'bebidas', parentId: null },
  { id: 'refrescos', parentId: 'bebidas' },
  { id: 'jabones', parentId: null },
]
const water = { name: 'agua', categoryId: 'bebidas' }
const cola = { name: 'cola', categoryId: 'colas' }
const soap = { name: 'jabón', categoryId: 'jabones' }
const loose = { name: 'hielo', categoryId: null }
const items = [water, cola, soap, loose]

test('a group shows the goods of its category and of those inside it, at any depth', () => {
  expect(goodsIn(items, categories, 'bebidas')).toEqual([water, cola])
  expect(goodsIn(items, categories, 'refrescos')).toEqual([cola])
  expect(goodsIn(items, categories, 'jabones')).toEqual([soap])
})

test('without a group all goods are shown, and of a category that is gone none', () => {
  expect(goodsIn(items, categories, null)).toEqual(items)
  expect(goodsIn(items, categories, 'borrada')).toEqual([])
})

test('categories that are inside each other in a copy between two changes end the search', () => {
  const circle = [
    { id: 'bebidas', parentId: 'colas' },
    { id: 'colas', parentId: 'bebidas' },
  ]
  expect(goodsIn(items, circle, 'bebidas')).toEqual([water, cola])
})
