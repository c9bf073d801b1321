import { db } from '../dist/database/sql.js'

/**
 * The statement that a query of the product sends, instead of its sending it: baselines run the product's own
 * SQL, whatever becomes of it.
 *
 * @param {(tx: object) => Promise<unknown>} query
 * @returns {Promise<{ text: string, values: readonly unknown[] }>}
 */
export async function recorded(query) {
  let statement
  const record = async (built) => {
    const { sql, parameters } = 'isRawBuilder' in built ? built.compile(db) : built.compile()
    statement = { text: sql, values: parameters }
    return []
  }
  await query({ rows: record, first: record, one: record })
  if (statement === undefined) throw new Error('the query sent nothing')
  return statement
}
