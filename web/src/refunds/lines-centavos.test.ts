import { expect, test } from 'vitest'
import { linesCentavos } from './lines-centavos.ts'

test('lines refund the sum of their amounts, which is unknown as long as the server decides one', () => {
  expect(linesCentavos([])).toBe(0)
  expect(linesCentavos([{ amountCentavos: 1_500 }, { amountCentavos: 1 }])).toBe(1_501)
  expect(linesCentavos([{ amountCentavos: 1_500 }, {}])).toBeNull()
})
