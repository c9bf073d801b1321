import type { Route } from '../../src/http/route.ts'
import type { Answer, App } from '../app.ts'
import { type JsonSchema, sampleOf } from '../sample-values.ts'
import type { Person } from '../world.ts'
import type { ForeignMerchant } from './foreign-merchant.ts'

export const absent = '01900000-0000-7000-8000-000000000000'

/** Names a row, of any merchant. */
export const isOfRow = ({ path }: Route) => /\{\w*id\}/i.test(path)
export const nameOf = ({ method, path }: Route) => `${method} ${path}`

/** The fields of a body or a query, also of its alternatives. */
export function fieldsOf(schema: unknown): string[] {
  const { properties, anyOf, oneOf } = schema as JsonSchema
  return [...Object.keys(properties ?? {}), ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap(fieldsOf)]
}

/** What a request is about: the other merchant, one that does not exist, or no particular one. */
type About = 'foreign' | 'absent' | 'nobody'

/** A well-formed request about the other merchant, or with all its ids replaced by absent ones. */
export async function ask(
  app: App,
  { ids, rows }: ForeignMerchant,
  route: Route,
  as: Person,
  about: About,
): Promise<Answer> {
  const known = Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, about === 'foreign' ? id : absent]),
  )
  const before = route.path.slice(0, route.path.indexOf('/{'))
  const row = isOfRow(route) ? rows[before] : ''
  if (row === undefined)
    throw new Error(
      `say in foreignMerchant which id of the other merchant ${nameOf(route)} could be asked about`,
    )
  const path = route.path
    .replace(/\{(id|accountId)\}/, about === 'foreign' ? row : absent)
    .replace('{label}', 'distributor')
    .replace('{key}', 'vas_chips')
    .replaceAll(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? absent)
  const named = about === 'nobody' ? [] : fieldsOf(route.query ?? {}).filter((name) => name in known)
  const search = new URLSearchParams(Object.fromEntries(named.map((name) => [name, known[name] as string])))
  const body = route.body === undefined ? undefined : bodyOf(route, known, about)
  return app.call(as, route.method, search.size > 0 ? `${path}?${search}` : path, body)
}

/** Where a body needs more than its schema says. */
const fitting: Record<string, object> = {
  'PATCH /pos/deposits/{id}/review': { status: 'CREDITED' },
  'PATCH /pos/settlements/bank-account/{id}/verification': { status: 'REJECTED', reason: 'Otra titular' },
  'PATCH /pos/settlements/requests/{id}/status': { status: 'APPROVED' },
  'PUT /platform/merchants/{id}/theme': {
    colors: { primary: '#0d6657', onPrimary: '#ffffff', background: '#ffffff', text: '#1f2933' },
    typography: 'SYSTEM',
    logoFileId: null,
    darkMode: 'AUTO',
  },
}

function bodyOf(route: Route, known: Record<string, string>, about: About): unknown {
  const exact = fitting[nameOf(route)]
  if (exact !== undefined) return exact
  const fields = fieldsOf(route.body)
  const sample = sampleOf(route.body as JsonSchema, known) ?? {}
  const wanted = fields.filter((name) => name in known)
  const filled = { ...(sample as object), ...Object.fromEntries(wanted.map((name) => [name, known[name]])) }
  if (about === 'nobody') for (const name of wanted) delete (filled as Record<string, unknown>)[name]
  return filled
}
