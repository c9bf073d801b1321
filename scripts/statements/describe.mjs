import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { parseNodeTree } from './node-tree.mjs'
import { nullabilities } from './nullability.mjs'
import { excludedWords } from './words.mjs'

/** The server's own driver. */
const pg = createRequire(path.join(root, 'server/package.json'))('pg')

/**
 * @typedef {{ parameters: readonly ColumnType[], columns: readonly Column[] }} Described
 * @typedef {{ type: string, isList: boolean }} ColumnType `type` as `column-types.ts` names it
 *
 * @typedef {ColumnType & Answer} Column
 * @typedef {object} Answer
 * @property {string} name
 * @property {import('./nullability.mjs').Nullability | `parameter${number}`} nullability
 * @property {readonly string[] | undefined} words the values that a check constraint of the table allows
 */

/** Has a migrated database describe the parameters and columns of statements, without running them. */
export async function openDescriber(url, schemas) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Policies would only complicate the plan and do not affect types; they do not apply to the superuser.
  const catalog = await readCatalog(client, schemas)
  const describe = async (text) => {
    await client.query('begin')
    try {
      return await described(client, catalog, text)
    } finally {
      await client.query('rollback; deallocate all')
    }
  }
  return { describe, close: () => client.end() }
}

/** @returns {Promise<Described>} @throws {Error} PostgreSQL's error, if the statement is invalid */
async function described(client, catalog, text) {
  await client.query(`prepare statement as ${text}`)
  const { rows } = await client.query(
    'select parameter_types::oid[]::text[] as parameters, result_types::oid[]::text[] as results from pg_prepared_statements',
  )
  const [{ parameters, results }] = rows
  const columns =
    results === null || results.length === 0 ? [] : await columnsOf(client, catalog, text, parameters)
  return {
    parameters: parameters.map((id) => catalog.typeOf(id)),
    columns: columns.map((column, index) => ({ ...column, ...catalog.typeOf(results[index]) })),
  }
}

/** PostgreSQL stores its analysis only for functions, so a temporary function is created from the statement. */
async function columnsOf(client, catalog, text, parameters) {
  const types = parameters.map((id) => catalog.typeNameOf(id)).join(', ')
  await client.query(
    `create function pg_temp.statement(${types}) returns setof record begin atomic ${text}; end`,
  )
  const { rows } = await client.query(
    "select prosqlbody as body from pg_proc where proname = 'statement' and pronamespace = pg_my_temp_schema()",
  )
  const [[query]] = parseNodeTree(rows[0].body)
  const entries = (query.commandType === '1' ? query.targetList : query.returningList).filter(
    ({ resjunk }) => resjunk !== 'true',
  )
  const found = nullabilities(query, catalog)
  const excluded = excludedWords(query)
  return entries.map(({ resname, resorigtbl, resorigcol, expr }, index) => ({
    name: resname,
    nullability: found[index],
    words: catalog
      .wordsOf(resorigtbl, resorigcol)
      ?.filter((word) => !excluded.get(`${expr.varno}.${expr.varattno}`)?.includes(word)),
  }))
}

async function readCatalog(client, schemas) {
  const [types, functions, columns, checks] = [
    await client.query(`
      select t.oid::text as id, format_type(t.oid, null) as name, t.typcategory = 'A' as "isList",
             coalesce(b.typname, e.typname, t.typname) as type
        from pg_type t
        left join pg_type l on l.oid = t.typelem and t.typcategory = 'A'
        left join pg_type e on e.oid = coalesce(nullif(l.typbasetype, 0), l.oid)
        left join pg_type b on b.oid = nullif(t.typbasetype, 0)`),
    await client.query(
      `select p.oid::text as id, p.proname as name, n.nspname = any ($1) as "isOurs", p.proisstrict as "isStrict",
              nullif(t.typrelid, 0)::text as relation
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype`,
      [schemas],
    ),
    await client.query(
      `select attrelid || '.' || attnum as id from pg_attribute where attnotnull or attnum < 0`,
    ),
    await client.query(`
      select conrelid || '.' || conkey[1] as id, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'c' and cardinality(conkey) = 1`),
  ]
  const typeById = new Map(types.rows.map((row) => [row.id, row]))
  const functionById = new Map(functions.rows.map((row) => [row.id, row]))
  const notNull = new Set(columns.rows.map(({ id }) => id))
  const wordsById = new Map(checks.rows.map(({ id, definition }) => [id, wordsIn(definition)]))
  return {
    typeOf: (id) => ({ type: typeById.get(id).type, isList: typeById.get(id).isList }),
    typeNameOf: (id) => typeById.get(id).name,
    functionOf: (id) => functionById.get(id),
    isNotNull: (relation, column) => notNull.has(`${relation}.${column}`),
    wordsOf: (relation, column) => wordsById.get(`${relation}.${column}`),
  }
}

/** The values that a constraint allows, such as `CHECK ((status = ANY (ARRAY['OPEN'::text, …])))`. */
function wordsIn(definition) {
  const listed =
    /^CHECK \(\((?:\(?)\w+(?:\)?) = (?:ANY \((?:\(?)ARRAY\[(.*)\](?:::text\[\])?\)?\)|('[^']*'::text))\)\)$/.exec(
      definition,
    )
  if (listed === null) return undefined
  return [...(listed[1] ?? listed[2]).matchAll(/'([^']*)'/g)].map(([, found]) => found)
}
