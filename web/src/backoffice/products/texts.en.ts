import type { Translated } from '../../ui/language.ts'
import type { productTexts } from './texts.ts'

export const productEnglish: Translated<typeof productTexts> = {
  title: 'Products',
  hint: 'What the store sells, with its price.',
  add: 'New product',
  edit: 'Edit product',
  name: 'Name',
  price: 'Price',
  cost: 'Cost',
  sku: 'Code (SKU)',
  category: 'Category',
  noCategory: 'No category',
  description: 'Description',
  picture: 'Picture',
  active: 'For sale',
  inactive: 'Not for sale',
  state: 'State',
  empty: 'Your catalog is empty',
  emptyHint: 'Add the first product with its name and its price.',
}
