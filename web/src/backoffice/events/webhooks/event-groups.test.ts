import { expect, test } from 'vitest'
import events from '../../../../../docs/events.md?raw'
import { eventGroups, groupsFor } from './event-groups.ts'

test('a store’s webhook can choose exactly the types that concern a store, the whole business’s all', () => {
  const rows = events.matchAll(/^\| `([a-z_.]+)` \| .+ \| (store|merchant) \| (.+) \| .+ \|$/gm)
  const sent = [...rows].flatMap(([, type, concerns, readers]) =>
    readers === 'the platform’s staff' ? [] : [{ type, concerns }],
  )
  const typesFor = (isOfMerchant: boolean) =>
    groupsFor(isOfMerchant).flatMap((group) => [...eventGroups[group]])
  const ofStore = sent.filter(({ concerns }) => concerns === 'store').map(({ type }) => type)
  expect(typesFor(true).sort()).toEqual(sent.map(({ type }) => type))
  expect(typesFor(false).sort()).toEqual(ofStore)
  expect(ofStore.length).toBeGreaterThan(10)
  expect(ofStore.length).toBeLessThan(sent.length)
})
