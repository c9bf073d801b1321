import type { Translated } from '../../../ui/words/language.ts'
import type { categoryTexts } from './texts.ts'

export const categoryEnglish: Translated<typeof categoryTexts> = {
  title: 'Categories',
  hint: 'The shelves that the catalog is sorted into.',
  add: 'New category',
  edit: 'Edit category',
  name: 'Name',
  color: 'Colour',
  pickColor: 'Take a colour from the screen',
  parent: 'Inside of',
  noParent: 'None',
  position: 'Order',
  empty: 'No categories',
  emptyHint: 'Sort your products by kind: drinks, snacks, cleaning…',
}
