import { describe, expect, test } from 'vitest'
import { sql } from './sql.ts'

const both = (statement: ReturnType<typeof sql>) => [statement.text, statement.parameters]

describe('written SQL', () => {
  test('takes values as parameters, in their order', () => {
    expect(both(sql`select ${1}, ${'two'} where ${null}`)).toEqual([
      'select $1, $2 where $3',
      [1, 'two', null],
    ])
    expect(both(sql`${1}${2}`)).toEqual(['$1$2', [1, 2]])
  })

  test('a value never becomes part of the text, even if it looks like SQL', () => {
    const value = `'; drop table shop.stores; --`
    expect(both(sql`select ${value}`)).toEqual(['select $1', [value]])
  })

  test('a part is inserted with its own parameters, numbered in order', () => {
    const part = sql`b = ${2} and c = ${sql`lower(${3})`}`
    expect(both(sql`a = ${1} and ${part} and d = ${4}${sql``}`)).toEqual([
      'a = $1 and b = $2 and c = lower($3) and d = $4',
      [1, 2, 3, 4],
    ])
  })

  test('the same template with and without a part gives two statements', () => {
    const find = (id: number | undefined) => sql`select 1 ${id === undefined ? sql`` : sql`where id = ${id}`}`
    expect(both(find(7))).toEqual(['select 1 where id = $1', [7]])
    expect(both(find(undefined))).toEqual(['select 1 ', []])
    expect(both(find(8))).toEqual(['select 1 where id = $1', [8]])
  })

  test('joins parts with a comma, or with the given separator', () => {
    const parts = [sql`a = ${1}`, sql`b`, sql`c = ${3}`]
    expect(both(sql`(${sql.join(parts)})`)).toEqual(['(a = $1, b, c = $2)', [1, 3]])
    expect(both(sql.join(parts, sql` and `))).toEqual(['a = $1 and b and c = $2', [1, 3]])
    expect(both(sql.join([]))).toEqual(['', []])
  })

  test('quotes names, so that no part of one is read as SQL', () => {
    expect(both(sql`${sql.ref('p.name')}, ${sql.ref('a"; drop')}`)).toEqual(['"p"."name", "a""; drop"', []])
  })
})
