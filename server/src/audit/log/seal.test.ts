import { expect, test } from 'vitest'
import { merkleRoot } from './seal.ts'

test('the tree follows RFC 6962', () => {
  // Leaves and root of certificate-transparency-go's test vectors, for its first three entries.
  const leaf = (hex: string) => Buffer.from(hex, 'hex')
  const leaves = [
    leaf('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'),
    leaf('96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7'),
    leaf('0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7'),
  ]
  expect(merkleRoot(leaves.slice(0, 1)).toString('hex')).toBe(leaves[0]?.toString('hex'))
  expect(merkleRoot(leaves.slice(0, 2)).toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
  expect(merkleRoot(leaves).toString('hex')).toBe(
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  )
})
