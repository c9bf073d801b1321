import type { Translated } from '../../../ui/words/language.ts'
import type { categoryTexts } from './texts.ts'

export const categoryEnglish: Translated<typeof categoryTexts> = {
  title: 'Categories',
  hint: 'Groups that organize your catalog.',
  add: 'New category',
  edit: 'Edit category',
  name: 'Name',
  color: 'Color',
  pickColor: 'Pick a color from the screen',
  colorFault: 'Type the whole color, such as #0d6657, or leave the field empty.',
  parent: 'Parent category',
  noParent: 'None',
  position: 'Order',
  empty: 'No categories',
  emptyHint: 'Sort your products by kind: drinks, snacks, cleaning…',
}
