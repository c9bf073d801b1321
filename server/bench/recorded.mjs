/**
 * @typedef {{ text: string, values: readonly unknown[] }} Statement
 */

/**
 * Captures the statement that a query of the product would send, so that baselines always run the product's
 * own SQL.
 *
 * @param {(tx: object) => Promise<unknown>} query
 * @returns {Promise<Statement>}
 */
export async function recorded(query) {
  const [statement, ...others] = await allRecorded(query)
  if (statement === undefined) throw new Error('a query sent nothing')
  if (others.length > 0) throw new Error('a query sent several statements')
  return statement
}

/**
 * The same for one that sends several.
 *
 * @param {(tx: object) => Promise<unknown>} query
 * @returns {Promise<Statement[]>} in the order sent
 */
export async function allRecorded(query) {
  const statements = []
  const record = async ({ text, parameters }) => {
    statements.push({ text, values: parameters })
    return []
  }
  await query({ rows: record, first: record, one: record })
  return statements
}
