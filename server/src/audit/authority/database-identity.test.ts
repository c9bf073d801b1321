import { expect, test } from 'vitest'
import { mergedIdentity, replacedNodes } from './database-identity.ts'

test('a single PostgreSQL is another one when its cluster, database or timeline is', () => {
  expect(replacedNodes(undefined, '71/5/00000001')).toEqual([])
  expect(replacedNodes('71/5/00000001', '71/5/00000001')).toEqual([])
  for (const other of ['72/5/00000001', '71/6/00000001', '71/5/00000002'])
    expect(replacedNodes('71/5/00000001', other)).toEqual([0])
  expect(mergedIdentity('71/5/00000001', '71/5/00000002')).toBe('71/5/00000002')
})

test('each node of a cluster is compared by itself; one that is silent or new is not another one', () => {
  const known = '71/5/00000001 2=72/5/00000001 10=73/5/00000001'
  expect(replacedNodes(known, known)).toEqual([])
  expect(replacedNodes(known, '71/5/00000001 2=72/5/00000002 10=73/5/00000001')).toEqual([2])
  expect(replacedNodes(known, '71/5/00000002 2=72/5/00000002 10=73/5/00000002')).toEqual([0, 2, 10])
  expect(replacedNodes(known, '71/5/00000001 10=73/5/00000001')).toEqual([])
  expect(replacedNodes(known, `${known} 11=74/5/00000001`)).toEqual([])
  expect(replacedNodes('71/5/00000001', known)).toEqual([])
})

test('what is known of a silent node is kept until it answers', () => {
  const silent = mergedIdentity(
    '71/5/00000001 2=72/5/00000001 10=73/5/00000001',
    '71/5/00000001 10=73/5/00000001',
  )
  expect(silent).toBe('71/5/00000001 2=72/5/00000001 10=73/5/00000001')
  expect(replacedNodes(silent, '71/5/00000001 2=72/5/00000002 10=73/5/00000001')).toEqual([2])
})
