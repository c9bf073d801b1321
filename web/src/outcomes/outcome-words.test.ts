import { expect, test } from 'vitest'
import contract from '../../../openapi.json?raw'
import { outcomeEnglish } from './texts.en.ts'
import { outcomeTexts } from './texts.ts'

const { schemas } = JSON.parse(contract).components
const valuesOf = (name: string): string[] => [...schemas[name].enum].sort()

test.each([
  ['Spanish', outcomeTexts],
  ['English', outcomeEnglish],
])('every status, outcome and reason of the contract has words in %s, and nothing else has', (_, texts) => {
  const { status, reason, ...outcomes } = texts
  expect(Object.keys(status).sort()).toEqual(valuesOf('VasSaleStatus'))
  expect(Object.keys(outcomes).sort()).toEqual(valuesOf('VasOutcomeVariant'))
  expect(Object.keys(reason).sort()).toEqual(valuesOf('VasFailureCode'))
})
