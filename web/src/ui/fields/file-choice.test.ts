import { expect, test } from 'vitest'
import { emptied } from './file-choice.tsx'

const screens = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })

test('a corrected file can be chosen again, because the input is empty by then', () => {
  const currentTarget = { value: 'C:\\fakepath\\productos.csv' } as HTMLInputElement
  emptied.onClick({ currentTarget })
  expect(currentTarget.value).toBe('')
})

test('no screen chooses a file with an input that stays full', () => {
  const taking = Object.entries(screens)
    .filter(([, source]) => /\bFile(Button|Input)\b[^}]*\} from '@mantine\/core'/.test(source))
    .map(([file]) => file)
  expect(taking).toEqual(['./file-choice.tsx'])
})
