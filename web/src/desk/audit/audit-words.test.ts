import { expect, test } from 'vitest'
import { auditTexts } from './texts.ts'

const sql = import.meta.glob('../../../../server/src/**/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The actions that functions record by name, also those in another person's. */
const recorded = /audit\.record(?:_as)?\(\s*(?:\w+,\s*)?'([a-z_]+\.[a-z_]*[a-z])'/g

test('every recorded action has words', () => {
  const actions = Object.values(sql).flatMap((file) =>
    [...String(file).matchAll(recorded)].map(([, action = '']) => action),
  )
  expect(new Set(actions).size).toBeGreaterThan(80)
  const without = actions.filter((action) => !Object.hasOwn(auditTexts.action, action.replaceAll('.', '_')))
  expect([...new Set(without)]).toEqual([])
})
