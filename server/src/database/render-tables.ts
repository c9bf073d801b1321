import { schemas } from '../areas.ts'
import { withClient } from './client.ts'
import { typescriptOf } from './column-types.ts'

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  /** The element's type when the column is an array. */
  readonly type: string
  readonly isList: boolean
  readonly isNullable: boolean
}

/** schema.generated.ts: the driver's type of a row of each table. */
export function renderTables(adminUrl: string): Promise<string> {
  return withClient({ connectionString: adminUrl }, async (client) => {
    const { rows } = await client.query<Table>(tables, [schemas])
    return [
      '// Generated from the migrated database by `npm run generate`.',
      "import type { Centavos } from '../amounts/centavos.ts'",
      "import type { Json } from './column-types.ts'",
      '',
      'export interface Tables {',
      ...rows.flatMap(({ name, columns }) => [`  '${name}': {`, ...columns.map(lineOf), '  }']),
      '}',
      '',
    ].join('\n')
  })
}

const tables = `
  select n.nspname || '.' || c.relname as name,
         json_agg(json_build_object('name', a.attname, 'type', e.typname, 'isList', t.typcategory = 'A',
                                    'isNullable', not a.attnotnull) order by a.attname) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    join pg_type e on e.oid = case when t.typcategory = 'A' then t.typelem else t.oid end
   where n.nspname = any ($1) and c.relkind in ('r', 'p')
   group by 1 order by 1`

function lineOf({ name, type, isList, isNullable }: Column): string {
  const element = type === 'centavos' ? 'Centavos' : typescriptOf[type]
  if (element === undefined) throw new Error(`column-types.ts does not say what a ${type} becomes (${name}).`)
  return `    readonly ${name}: ${element}${isList ? '[]' : ''}${isNullable ? ' | null' : ''}`
}
