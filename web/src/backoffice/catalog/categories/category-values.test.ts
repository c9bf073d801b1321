import { expect, test } from 'vitest'
import { fieldsOf, isColorOrNone } from './category-values.ts'

const values = { name: 'Bebidas', parentId: null, position: '2' }
const saved = (color: string) => fieldsOf({ ...values, color }).color

test('a color is saved in the letters of the server, however it was typed, and an empty field removes it', () => {
  expect([saved('#0d6657'), saved('#0D6657'), saved(' #0D6657 ')]).toEqual(Array(3).fill('#0d6657'))
  expect([saved(''), saved(' ')]).toEqual([null, null])
  for (const typed of ['#0d6657', '#0D6657', ' #0D6657 ', '', ' '])
    expect(isColorOrNone(typed), typed).toBe(true)
})

test.each([
  '#0a6',
  '0d6657',
  '#0d66570',
  '#0d665',
  'verde',
  '#00zz00',
])('what is no whole color is barred, and never taken for none: %s', (typed) => {
  expect(isColorOrNone(typed)).toBe(false)
  expect(saved(typed)).not.toBeNull()
})
