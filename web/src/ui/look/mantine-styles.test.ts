import { expect, test } from 'vitest'
import sheet from './mantine-styles.ts?raw'

const sources = import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true })
const styles = Object.keys(import.meta.glob('../../../../node_modules/@mantine/core/styles/*.css'))

test('every component in use has its styles imported', () => {
  const imports = Object.values(sources).flatMap((text) => [
    ...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g),
  ])
  const names = imports.flatMap(([, list = '']) => list.match(/\b[A-Z]\w+/g) ?? [])
  expect(names).toContain('Button')
  const styled = new Set(names.filter((name) => styles.some((file) => file.endsWith(`/styles/${name}.css`))))
  expect(styled).toContain('Button')
  expect([...styled].filter((name) => !sheet.includes(`/styles/${name}.css'`))).toEqual([])
})
