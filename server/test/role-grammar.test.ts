import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { labels } from '../src/authorization/access.ts'
import { cell, domains, storeRoles, verbs } from '../src/authorization/matrix.ts'
import { Permission, Role, roleGrammar, rolesByVerb } from '../src/authorization/role-strings.ts'
import { cloneDatabase, type TestDatabase } from './cluster.ts'
import { type Store, type World, worldOf } from './world.ts'

const id = '01900000-0000-7000-8000-00000000abcd'

/** Strings that both sides accept, and no others. */
const wellFormed = [
  'guests',
  `user:${id}`,
  ...labels.map((label) => `label:${label}`),
  `member:${id}`,
  `team:${id}`,
  ...storeRoles.map((role) => `team:${id}/${role}`),
]
const malformed = [
  '',
  ' ',
  '*',
  'guest',
  'Guests',
  'guests ',
  ' guests',
  'guests\n',
  'guests:',
  `guests:${id}`,
  'user',
  'user:',
  'user:*',
  'users',
  'any',
  id,
  `user:${id.toUpperCase()}`,
  `user:${id.slice(0, -1)}`,
  `user:${id}0`,
  `user:${id}/manager`,
  `user:${id} `,
  `user:${id}\n`,
  `user: ${id}`,
  `User:${id}`,
  `user:{${id}}`,
  `user:${id.replaceAll('-', '')}`,
  `user:${id}' or true --`,
  'label:',
  'label:platformSupport',
  'label:platformadmin',
  'label:platformAdmin ',
  `label:${id}`,
  'label:platformAdmin/manager',
  'member:',
  `member:${id}/cashier`,
  `members:${id}`,
  'team:',
  'team:%',
  'team:_',
  `team:${id}/`,
  `team:${id}/owner`,
  `team:${id}/cashiers`,
  `team:${id}/cash`,
  `team:${id}/Manager`,
  `team:${id}/manager/`,
  `team:${id}/manager/cashier`,
  `team:${id}//manager`,
  `team:/${id}`,
  `teams:${id}`,
  `team:${id},user:${id}`,
  `team:${id} user:${id}`,
  `read("user:${id}")`,
  `team:${id}/mаnager`,
]

let base: TestDatabase
let world: World
let store: Store

beforeAll(async () => {
  base = await cloneDatabase()
  world = worldOf(base.admin)
  store = await world.store()
})
afterAll(() => base.close())

/** Whether PostgreSQL accepts the string in a set, and in the index. */
async function isTaken(role: string | null): Promise<boolean[]> {
  const attempts = [
    [
      `insert into authz.permission_sets (id, merchant_id, store_id, membership_id, domain, may_create, may_read, may_update, may_delete)
       values (nextval('authz.set_no') * 16 + 3, $1, $2, app.uuid_v7(), 'sales', '{}', array['guests', $3], '{}', '{}')`,
      [store.merchantId, store.id, role],
    ],
    [`insert into authz.role_sets (role) values ($1) on conflict do nothing`, [role]],
    [`select $1::authz.role_string`, [role]],
  ] as const
  return Promise.all(
    attempts.map(([text, values]) =>
      base.admin.query(text, [...values]).then(
        () => true,
        (error) => {
          if (error.code !== '23514' && error.code !== '23502') throw error
          return false
        },
      ),
    ),
  )
}

describe('role strings have the same grammar in the program and in the database:', () => {
  test.each(wellFormed)('%s is accepted by both', async (text) => {
    expect(await isTaken(text)).toEqual([true, true, true])
    const role = Role.parse(text)
    const again =
      role.kind === 'guests'
        ? Role.guests()
        : role.kind === 'user'
          ? Role.user(role.accountId)
          : role.kind === 'label'
            ? Role.label(role.label)
            : role.kind === 'member'
              ? Role.member(role.membershipId)
              : Role.team(role.storeId, role.role)
    expect(again).toBe(text)
  })

  test.each(malformed)('%j is refused by both', async (text) => {
    expect(await isTaken(text)).toEqual([false, false, false])
    expect(() => Role.parse(text)).toThrow(RangeError)
    for (const verb of [...verbs, 'write'] as const) expect(() => Permission[verb](text)).toThrow(RangeError)
  })

  test('null is not a role either', async () => {
    expect(await isTaken(null)).toEqual([false, false, false])
  })

  test('PostgreSQL has exactly the module’s grammar', async () => {
    const { rows } = await base.admin.query(
      `select pg_get_constraintdef(oid) as rule from pg_constraint where contypid = 'authz.role_string'::regtype`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].rule).toContain(`'${roleGrammar}'`)
  })

  test('PostgreSQL builds what the module builds', async () => {
    const { rows } = await base.admin.query(
      `select authz.role_guests() as guests, authz.role_user($1) as user, authz.role_member($1) as member,
              authz.role_team($1) as team, array(select authz.role_team($1, r) from unnest($2::text[]) r) as roles,
              array(select authz.role_label(l) from unnest($3::text[]) l) as labels`,
      [id, storeRoles, labels],
    )
    expect(rows[0]).toEqual({
      guests: Role.guests(),
      user: Role.user(id),
      member: Role.member(id),
      team: Role.team(id),
      roles: storeRoles.map((role) => Role.team(id, role)),
      labels: labels.map((label) => Role.label(label)),
    })
  })
})

describe('permissions', () => {
  test('are built from one verb and one role, and parsed again', () => {
    const role = Role.team(id, 'manager')
    for (const verb of verbs) {
      expect(Permission[verb](role)).toBe(`${verb}("team:${id}/manager")`)
      expect(Permission.parse(Permission[verb](role))).toEqual({ verbs: [verb], role })
    }
    expect(Permission.parse(Permission.write(role))).toEqual({ verbs: ['create', 'update', 'delete'], role })
  })

  test.each([
    '',
    'guests',
    'read()',
    'read("")',
    'read(guests)',
    `read('guests')`,
    'read("guest")',
    'Read("guests")',
    'execute("guests")',
    ' read("guests")',
    'read("guests") ',
    'read("guests")\n',
    'read("guests","guests")',
    'read("guests")read("guests")',
  ])('%j is none', (text) => {
    expect(() => Permission.parse(text)).toThrow(RangeError)
  })

  test('of the store matrix equal those that PostgreSQL stores for a store and its members', async () => {
    const member = await world.member(store, 'cashier')
    const { rows } = await base.admin.query(
      `select domain, membership_id as member, may_create as create, may_read as read, may_update as update, may_delete as delete
         from authz.permission_sets where store_id = $1 and (membership_id is null or membership_id = $2)
          and domain = any ($3) and id not in (select id from authz.permission_sets where 'guests' = any (may_read))`,
      [store.id, member.membershipId, domains],
    )
    expect(rows.length).toBeGreaterThanOrEqual(domains.length)
    for (const { domain, member: own, ...kept } of rows) {
      const granted = storeRoles.flatMap((role) => {
        const { all, own: ownVerbs } = cell(domain, role)
        return [
          ...all.map((verb) => Permission[verb](Role.team(store.id, role))),
          ...(own === null ? [] : ownVerbs.map((verb) => Permission[verb](Role.member(own)))),
        ]
      })
      const sorted = (sets: Record<string, readonly string[]>) =>
        Object.fromEntries(Object.entries(sets).map(([verb, roles]) => [verb, [...roles].sort()]))
      expect(sorted(kept), domain).toEqual(sorted(rolesByVerb(granted)))
    }
  })
})

test('only the builders in the database write role strings', async () => {
  const byHand = `'(guests|(user|label|member|team):)`
  const { rows } = await base.admin.query(
    `select what from (
       select p.oid::regprocedure::text as what, pg_get_functiondef(p.oid) as text
         from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where p.prokind in ('f', 'p') and n.nspname !~ '^(pg_|information_schema$)'
       union all
       select schemaname || '.' || tablename || ' ' || policyname, concat_ws(' ', qual, with_check) from pg_policies
       union all
       select schemaname || '.' || viewname, definition from pg_views where schemaname !~ '^(pg_|information_schema$)') all_of_it
      where text ~ $1 order by 1`,
    [byHand],
  )
  expect(rows.map(({ what }) => what)).toEqual([
    'authz.role_guests()',
    'authz.role_label(text)',
    'authz.role_member(uuid)',
    'authz.role_team(uuid)',
    'authz.role_team(uuid,text)',
    'authz.role_user(uuid)',
  ])
})
