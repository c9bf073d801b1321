/**
 * The values that conditions exclude from a column: `kind <> 'draft'`, `kind not in ('draft', 'lost')`.
 *
 * @returns {Map<string, string[]>} by `varno.varattno`
 */
export function excludedWords(query) {
  const excluded = new Map()
  const exclude = ({ args: [column, listed] }) => {
    const words = (listed.node === 'ARRAYEXPR' ? listed.elements : [listed]).map(wordOf)
    if (column.node !== 'VAR' || words.includes(undefined)) return
    const key = `${column.varno}.${column.varattno}`
    excluded.set(key, [...(excluded.get(key) ?? []), ...words])
  }
  const look = (condition) => {
    if (condition?.node === 'BOOLEXPR' && condition.boolop === 'and')
      for (const each of condition.args) look(each)
    else if (condition?.opfuncid === differs) exclude(condition)
  }
  look(query.jointree?.quals)
  return excluded
}

/** The function of `<>` for two texts; its id is the same in every version of PostgreSQL. */
const differs = '157'

/** A text is stored as its length, `[`, four bytes of length, and its bytes. */
function wordOf({ node, consttype, bytes }) {
  if (node !== 'CONST' || consttype !== '25') return undefined
  return Buffer.from(bytes.slice(6, -1).map(Number)).toString()
}
