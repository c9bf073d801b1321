import { type Label, labels } from './access.ts'
import { type StoreRole, storeRoles, type Verb, verbs } from './matrix.ts'

/**
 * Role strings identify callers, permissions what a role may do with a row: `team:<store>/manager`,
 * `read("team:<store>/manager")`. Every decision about a row compares such strings as a whole, so they are
 * built and parsed only here. PostgreSQL has the same grammar as the domain `authz.role_string`, and builds
 * its own with `authz.role_team` and its siblings (role-strings.sql).
 */
export type RoleString =
  | 'guests'
  | `user:${string}`
  | `label:${Label}`
  | `member:${string}`
  | `team:${string}`

/** The parts of a role string. A team has the id of its store. */
export type ParsedRole =
  | { readonly kind: 'guests' }
  | { readonly kind: 'user'; readonly accountId: string }
  | { readonly kind: 'label'; readonly label: Label }
  | { readonly kind: 'member'; readonly membershipId: string }
  | { readonly kind: 'team'; readonly storeId: string; readonly role?: StoreRole }

/** `write` stands for create, update and delete. */
export type PermissionVerb = Verb | 'write'
export type PermissionString = `${PermissionVerb}("${RoleString}")`

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The grammar, in the common subset of JavaScript's and PostgreSQL's regular expressions. */
export const roleGrammar = `^(guests|label:(${labels.join('|')})|(user|member):${uuid}|team:${uuid}(/(${storeRoles.join('|')}))?)$`

const isRole = new RegExp(roleGrammar)
const isPermission = new RegExp(`^(${verbs.join('|')}|write)\\("([^"]*)"\\)$`)

/** Builds role strings. Ids are UUIDs in lower case. @throws RangeError for invalid parts */
export const Role = {
  guests: (): RoleString => 'guests',
  user: (accountId: string): RoleString => wellFormed(`user:${accountId}`),
  label: (label: Label): RoleString => wellFormed(`label:${label}`),
  member: (membershipId: string): RoleString => wellFormed(`member:${membershipId}`),
  /** Every member of a store; with a role, those with exactly that one. */
  team: (storeId: string, role?: StoreRole): RoleString =>
    wellFormed(role === undefined ? `team:${storeId}` : `team:${storeId}/${role}`),

  /** @throws RangeError for an invalid role string */
  parse(text: string): ParsedRole {
    const [kind, value = ''] = wellFormed(text).split(':')
    if (kind === 'user') return { kind, accountId: value }
    if (kind === 'label') return { kind, label: value as Label }
    if (kind === 'member') return { kind, membershipId: value }
    if (kind !== 'team') return { kind: 'guests' }
    const [storeId = '', role] = value.split('/')
    return role === undefined ? { kind, storeId } : { kind, storeId, role: role as StoreRole }
  },
} as const

/** Builds permissions: one verb, granted to one role string. @throws RangeError for an invalid role string */
export const Permission = {
  create: (role: string): PermissionString => `create("${wellFormed(role)}")`,
  read: (role: string): PermissionString => `read("${wellFormed(role)}")`,
  update: (role: string): PermissionString => `update("${wellFormed(role)}")`,
  delete: (role: string): PermissionString => `delete("${wellFormed(role)}")`,
  /** Create, update and delete in one. */
  write: (role: string): PermissionString => `write("${wellFormed(role)}")`,

  /** @throws RangeError for an invalid permission */
  parse(text: string): { readonly verbs: readonly Verb[]; readonly role: RoleString } {
    const [, verb, role = ''] = isPermission.exec(text) ?? []
    if (verb === undefined) throw new RangeError(`${JSON.stringify(text)} is not a permission`)
    return {
      verbs: verb === 'write' ? ['create', 'update', 'delete'] : [verb as Verb],
      role: wellFormed(role),
    }
  },
} as const

/** Permissions in the form of a permission set: who may do each thing. @throws RangeError */
export function rolesByVerb(permissions: readonly string[]): Record<Verb, RoleString[]> {
  const parsed = permissions.map(Permission.parse)
  const holders = (verb: Verb) => [
    ...new Set(parsed.filter((each) => each.verbs.includes(verb)).map(({ role }) => role)),
  ]
  return {
    create: holders('create'),
    read: holders('read'),
    update: holders('update'),
    delete: holders('delete'),
  }
}

function wellFormed(text: string): RoleString {
  if (!isRole.test(text)) throw new RangeError(`${JSON.stringify(text)} is not a role string`)
  return text as RoleString
}
