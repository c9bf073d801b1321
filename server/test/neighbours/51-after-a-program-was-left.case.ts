import { expect, test } from 'vitest'
import { before, meets } from './meets-product.ts'

meets('another')

test('finds no program of the previous file', async () => {
  await expect.poll(() => before.program?.signalCode).toBe('SIGKILL')
})
