import { expect, test } from 'vitest'
import { isPhoto, pictureNames } from './named-picture.tsx'

test('the id of a file is a photo, in capitals too; the name of a drawing is none', () => {
  const id = '01900000-0000-7abc-8000-0000000000ef'
  expect([id, id.toUpperCase()].map(isPhoto)).toEqual([true, true])
  expect([null, '', `${id}0`, ...pictureNames].some(isPhoto)).toBe(false)
})
