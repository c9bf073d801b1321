import { expect, test } from 'vitest'
import { compareVersions } from './versions.ts'

test('versions are ordered by their numbers, and a pre-release comes before its release', () => {
  const ordered = ['0.2.0', '0.2.9', '0.2.10', '0.10.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '10.0.0']
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered)
  expect(compareVersions('0.3.0', '0.3.0')).toBe(0)
})

test('what is no version is not compared', () => {
  for (const text of ['0.3', 'v0.3.0', '0.3.0 ', 'next', ''])
    expect(() => compareVersions(text, '0.2.0')).toThrow('is not a version')
})
