import { expect, test } from 'vitest'
import { fakeGoods } from '../selling/cart/fake-goods.ts'
import { labelledGoods } from './labelled-goods.ts'

const cheese = fakeGoods('queso', 13_990, { unit: 'KILOGRAM', sku: '123' })
const ham = fakeGoods('jamón', 18_000, { unit: 'KILOGRAM', barcodes: ['00042'] })
const bun = fakeGoods('concha', 1_000, { sku: '55' })
const flour = fakeGoods('harina', 2_500, { unit: 'KILOGRAM', sku: '60', isTaxIncluded: false })
const rice = fakeGoods('arroz', 2_500, {
  ...{ unit: 'KILOGRAM', sku: '61', isTaxIncluded: false },
  tax: { rateBps: 0, isExempt: false },
})
const free = fakeGoods('hueso', 0, { unit: 'KILOGRAM', sku: '62' })
const items = [cheese, ham, bun, flour, rice, free]
const layouts = ['20IIIIIWWWWWC', '21IIIIIPPPPPC', '22IIIIINNNNNC']

const label = (digits: string) => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

test('a weight is a quantity in kilograms, of the goods whose code the scale has', () => {
  expect(labelledGoods(items, label('200012300345'), layouts)).toEqual({ item: cheese, howMuch: 0.345 })
  expect(labelledGoods(items, label('200004201500'), layouts)).toEqual({ item: ham, howMuch: 1.5 })
})

test('a price is what the line costs, never computed again', () => {
  expect(labelledGoods(items, label('210012302000'), layouts)).toEqual({
    item: cheese,
    howMuch: { amountCentavos: 2_000 },
  })
})

test('a price is taken where goods are sold for an amount: with tax to add, or without a price, the weight is asked', () => {
  expect(labelledGoods(items, label('210006002000'), layouts)).toEqual({ item: flour, howMuch: 'ask' })
  expect(labelledGoods(items, label('210006202000'), layouts)).toEqual({ item: free, howMuch: 'ask' })
  expect(labelledGoods(items, label('210006102000'), layouts)?.howMuch).toEqual({ amountCentavos: 2_000 })
  expect(labelledGoods(items, label('200006000345'), layouts)).toEqual({ item: flour, howMuch: 0.345 })
})

test('pieces are counted, and a price of pieces has to be of whole ones', () => {
  expect(labelledGoods(items, label('220005500012'), layouts)).toEqual({ item: bun, howMuch: 12 })
  expect(labelledGoods(items, label('210005503000'), layouts)).toEqual({ item: bun, howMuch: 3 })
  expect(labelledGoods(items, label('210005503050'), layouts)).toBeNull()
})

test('an unknown code, a weight of pieces and a shop without layouts are no label', () => {
  expect(labelledGoods(items, label('200099900345'), layouts)).toBeNull()
  expect(labelledGoods(items, label('200005500345'), layouts)).toBeNull()
  expect(labelledGoods(items, label('200012300345'), [])).toBeNull()
})

test('the code as the scale writes it comes before the same number without its zeros', () => {
  const gum = fakeGoods('chicle', 100, { sku: '123' })
  const labelled = fakeGoods('queso', 13_990, { unit: 'KILOGRAM', barcodes: ['00123'] })
  const both = [gum, labelled]
  expect(labelledGoods(both, label('210012302000'), layouts)).toEqual({
    item: labelled,
    howMuch: { amountCentavos: 2_000 },
  })
  expect(labelledGoods(both, label('200012300345'), layouts)).toEqual({ item: labelled, howMuch: 0.345 })
})

test('of goods with the same number, those are meant that are sold as the label says', () => {
  const gum = fakeGoods('chicle', 100, { sku: '123' })
  const both = [gum, fakeGoods('queso', 13_990, { unit: 'KILOGRAM', barcodes: ['0123'] })]
  expect(labelledGoods(both, label('200012300345'), layouts)).toEqual({ item: both[1], howMuch: 0.345 })
  expect(labelledGoods(both, label('220012300012'), layouts)).toEqual({ item: gum, howMuch: 12 })
})

test('a price is of goods by weight before it is of pieces', () => {
  const both = [fakeGoods('chicle', 100, { sku: '123' }), cheese]
  expect(labelledGoods(both, label('210012302000'), layouts)).toEqual({
    item: cheese,
    howMuch: { amountCentavos: 2_000 },
  })
})
