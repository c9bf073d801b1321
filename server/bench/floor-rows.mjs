import { idOf } from './world.mjs'

/**
 * Statements that write again what one request has written, for another till and with other ids. A statement's
 * parameters are texts in which the names of `floor-process.mjs` stand for what differs.
 *
 * @typedef {string | { name: string }} Part
 * @typedef {{ text: string, parameters: Part[][], table?: string, tuples?: number }} Statement `tuples`: rows that it inserts
 */

/** What is a till's own: the names that stand for these ids in the rows of the till that was the sample. */
export const placeOf = (till) => ({
  merchant: idOf('merchant', till),
  store: idOf('store', till),
  membership: idOf('membership', till),
  account: idOf('account', till),
  shift: idOf('shift', till),
  ...Object.fromEntries([1, 2, 3, 4, 5].map((no) => [`goods${no}`, idOf('goods', till * 10 + no)])),
})

/** The permission sets of each till, by name, from the first till on. */
export async function setsOfTills(client, tills) {
  const { rows } = await client.query(
    `select t.n::int as till, s.domain || case when s.store_id is null then '-portfolio' when s.membership_id is null then ''
                                               else '-own' end as name, s.id
       from generate_series(1, $1::int) t (n)
       join authz.permission_sets s on s.merchant_id = bench.id(2, t.n)
        and (s.store_id is null or s.store_id = bench.id(3, t.n))
        and (s.membership_id is null or s.membership_id = bench.id(4, t.n))`,
    [tills],
  )
  const sets = Array.from({ length: tills }, () => ({}))
  for (const { till, name, id } of rows) sets[till - 1][`set-${name}`] = id
  return sets
}

/**
 * @param {import('pg').Client} client a superuser's
 * @param {{ till: number, since: Date, sets: object[] }} sample the till that has made the request, and when it was sent
 */
export function floorRows(client, { till, since, sets }) {
  const names = new Map(
    Object.entries({ ...placeOf(till), ...sets[till - 1] }).map(([name, id]) => [String(id), name]),
  )
  let made = 0

  /** The rows that the request has written to a table, as texts. Their ids are made anew each time. */
  const read = async (table, where, values) => {
    const { rows: columns } = await client.query(
      `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
        where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum`,
      [table],
    )
    const list = columns.map(({ name }) => `t."${name}"::text as "${name}"`).join(', ')
    const { rows } = await client.query(`select ${list} from ${table} t where ${where}`, values)
    if (rows.length === 0) throw new Error(`the sample has written nothing to ${table}`)
    for (const { id } of rows) if (id !== undefined && !names.has(id)) names.set(id, `made${made++}`)
    return { table, columns, rows }
  }

  /**
   * @param {object} from rows that were read
   * @param {Record<string, string>} fixed an expression in place of a column's value; `@merchant` is a name in it
   * @returns {Statement}
   */
  const insert = ({ table, columns, rows }, fixed = {}) => {
    const statement = opened()
    const tuple = (row) =>
      columns.map(({ name, type }) =>
        fixed[name] === undefined ? statement.value(row[name], name, type) : statement.fixed(fixed[name]),
      )
    const tuples = rows.map((row) => `(${tuple(row).join(', ')})`).join(', ')
    const list = columns.map(({ name }) => `"${name}"`).join(', ')
    return {
      ...statement.closed(`insert into ${table} (${list}) values ${tuples}`),
      table,
      tuples: rows.length,
    }
  }

  /** @returns {Statement} one written by hand, with names as in `fixed`, and with values of a row that was read as `@row.column` */
  const write = (text, { columns = [], rows: [row] = [] } = {}) => {
    const statement = opened()
    return statement.closed(
      text
        .split(/(@row\.\w+)/)
        .map((part) => {
          const column = /^@row\.(.*)/.exec(part)?.[1]
          if (column === undefined) return statement.fixed(part)
          const { type } = columns.find(({ name }) => name === column)
          return statement.value(row[column], column, type)
        })
        .join(''),
    )
  }

  const opened = () => {
    const parameters = []
    const places = new Map()
    const parameter = (parts, type) => {
      const key = JSON.stringify([parts, type])
      if (!places.has(key)) places.set(key, parameters.push(parts))
      return `$${places.get(key)}::${type}`
    }
    const value = (text, column, type) => {
      if (text === null) return 'null'
      if (column === 'permission_set' || type === 'uuid')
        return names.has(text) ? parameter([{ name: names.get(text) }], type) : `'${text}'::${type}`
      if (type.startsWith('timestamp') && new Date(text) >= since) return 'now()'
      const parts = partsOf(text)
      return parts.length === 1 && typeof parts[0] === 'string'
        ? `'${text.replaceAll("'", "''")}'::${type}`
        : parameter(parts, type)
    }
    const fixed = (text) =>
      text.replaceAll(/@([\w-]+)(?::(\w+))?/g, (_, name, type = 'uuid') => parameter([{ name }], type))
    return { value, fixed, closed: (text) => ({ text, parameters }) }
  }

  /** Ids may stand anywhere in a text or in JSON. */
  const partsOf = (text) =>
    text
      .split(/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/)
      .map((part) => (names.has(part) ? { name: names.get(part) } : part))
      .reduce((parts, part) => {
        if (typeof part === 'string' && typeof parts.at(-1) === 'string') parts[parts.length - 1] += part
        else parts.push(part)
        return parts
      }, [])

  return { read, insert, write, nameOf: (id) => names.get(id) }
}
