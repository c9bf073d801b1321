import { expect, test } from 'vitest'
import { before, meets } from './meets-product.ts'

meets('another')

test('meets no program of the file before', async () => {
  await expect.poll(() => before.program?.signalCode).toBe('SIGKILL')
})
