import { describe, expect, test } from 'vitest'
import { sqlSources } from './sources.ts'
import { statementsIn } from './split.ts'

test('a file is split at the ends of its statements', () => {
  expect(statementsIn('create schema a;\n-- About b.\ncreate schema b;\n')).toEqual([
    'create schema a',
    '-- About b.\ncreate schema b',
  ])
})

describe('a semicolon does not end a statement', () => {
  test.each([
    ['in a comment', 'select 1 -- one; not two\n, 2'],
    ['in a text', `select 'it''s; one'`],
    ['in a name', 'select 1 as "one; two"'],
    ['in a body between dollars', 'create function f() as $$ begin return; end $$ language plpgsql'],
    ['in a body between named dollars', 'do $do$ begin execute $$ select 1; $$; end $do$'],
    ['in a body of SQL', 'create function f() begin atomic\n  select 1;\n  select 2;\nend'],
  ])('%s', (_, statement) => {
    expect(statementsIn(`${statement};\nselect 3;`)).toEqual([statement, 'select 3'])
  })
})

test('what is only a comment is no statement', () => {
  expect(statementsIn('-- Nothing; at all.\n')).toEqual([])
})

test('every statement of the product begins as one does', async () => {
  const { migrations, functions, policies } = await sqlSources()
  const statements = [...migrations, ...functions, ...policies].flatMap(({ text }) => statementsIn(text))
  expect(statements.length).toBeGreaterThan(1_000)
  const begins = /^(--.*\s+)*(create|alter|grant|revoke|comment|insert|delete|drop|select|update|do)\b/i
  expect(statements.filter((statement) => !begins.test(statement))).toEqual([])
})
