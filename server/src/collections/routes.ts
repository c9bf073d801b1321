import { recordScope } from '../authorization/key-scopes.ts'
import { cell, storeRoles } from '../authorization/matrix.ts'
import { expectedVersions, unlessKnown, versioned } from '../http/conditional.ts'
import { noContent, ok, type Reply, type Route, route } from '../http/route.ts'
import { closed, Id } from '../http/shapes.ts'
import { replayed } from '../idempotency/once.ts'
import { type TObject, Type } from '../json-schema.ts'
import type { ProblemCode } from '../problem/problems.ts'
import { type Collection, pascal, type Write } from './collection.ts'
import type { CollectionsService, ListQuery, Versioned } from './service.ts'
import { createShape, itemShape, pageShape, patchShape, queryShape } from './shapes.ts'

const ById: TObject = Type.Object({ id: Id }, closed)
type ById = { readonly id: string }
type Body = { readonly storeId: string }
type Values = Readonly<Record<string, unknown>>

/** The routes of a collection: list and read, and the writes that its declaration allows clients. */
export function collectionRoutes(of: Collection, service: CollectionsService): Route[] {
  return [
    list(of, service),
    ...(of.hasOwnRead === true ? [] : [read(of, service)]),
    ...(of.writes.includes('create') ? [create(of, service)] : []),
    ...(of.writes.includes('update') ? [update(of, service)] : []),
    ...(of.writes.includes('delete') ? [remove(of, service)] : []),
  ]
}

const list = (of: Collection, service: CollectionsService): Route =>
  route({
    ...common(of, 'list'),
    method: 'GET',
    path: of.path,
    name: `list${pascal(of.plural)}`,
    summary: `List ${of.plural}`,
    store: 'query',
    query: queryShape(of),
    responses: { 200: pageShape(of), 304: null },
    problems: of.isTracked ? ['invalid_cursor', 'resync_required'] : ['invalid_cursor'],
    handle: async ({ grant, query, headers }) => {
      const { page, version } = await service.page(grant, of, query as ListQuery)
      return unlessKnown(headers, version, () => ok(page))
    },
  })

const read = (of: Collection, service: CollectionsService): Route =>
  route({
    ...common(of, 'read'),
    method: 'GET',
    path: `${of.path}/{id}`,
    name: `get${pascal(of.noun)}`,
    summary: `Retrieve ${oneOf(of)}`,
    params: ById,
    responses: { 200: itemShape(of), 304: null },
    handle: async ({ grant, params, headers }) => {
      const found = await service.read(grant, of, (params as ById).id)
      return unlessKnown(headers, found.version, () => answer(200, found))
    },
  })

const create = (of: Collection, service: CollectionsService): Route =>
  route({
    ...common(of, 'create'),
    method: 'POST',
    path: of.path,
    name: `create${pascal(of.noun)}`,
    summary: `Create ${oneOf(of)}`,
    store: 'body',
    body: createShape(of),
    responses: { 201: itemShape(of) },
    problems: refusals(of, 'create'),
    idempotent: true,
    handle: async ({ grant, body, headers }) => {
      const { answer: made, isReplay } = await service.create(
        grant,
        of,
        body as Body,
        headers['idempotency-key'],
      )
      return replayed(answer(201, made, { location: `${of.path}/${made.item.id}` }), isReplay)
    },
  })

const update = (of: Collection, service: CollectionsService): Route =>
  route({
    ...common(of, 'update'),
    method: 'PATCH',
    path: `${of.path}/{id}`,
    name: `update${pascal(of.noun)}`,
    summary: `Update ${oneOf(of)}`,
    description: 'With `If-Match`, the update applies only to a version that it names.',
    ...(of.confirmed !== undefined && { confirmed: of.confirmed }),
    params: ById,
    headers: ['if-match'],
    body: patchShape(of),
    responses: { 200: itemShape(of) },
    problems: refusals(of, 'update'),
    handle: async ({ grant, params, body, headers }) => {
      const versions = expectedVersions(headers)
      return answer(200, await service.update(grant, of, (params as ById).id, body as Values, versions))
    },
  })

const remove = (of: Collection, service: CollectionsService): Route =>
  route({
    ...common(of, 'delete'),
    method: 'DELETE',
    path: `${of.path}/{id}`,
    name: `delete${pascal(of.noun)}`,
    summary: `Delete ${oneOf(of)}`,
    description: 'With `If-Match`, the deletion applies only to a version that it names.',
    params: ById,
    headers: ['if-match'],
    responses: { 204: null },
    problems: refusals(of, 'delete'),
    handle: async ({ grant, params, headers }) => {
      await service.remove(grant, of, (params as ById).id, expectedVersions(headers))
      return noContent()
    },
  })

/** What a write of such records can be refused with. */
function refusals(of: Collection, write: Write): ProblemCode[] {
  const when = (holds: boolean, code: ProblemCode) => (holds ? [code] : [])
  const isForAll = storeRoles.every((role) => cell(of.domain, role).all.includes(write))
  // PostgreSQL names foreign keys `…_fkey`; the other constraints are unique keys.
  const hasKeys = Object.keys(of.constraints).some((name) => !name.endsWith('_fkey'))
  const own: Readonly<Record<Write, ProblemCode[]>> = {
    create: ['merchant_suspended', 'idempotency_key_reused', ...when(hasKeys, 'duplicate_value')],
    update: ['version_mismatch', ...when(hasKeys, 'duplicate_value'), ...(of.refuses ?? [])],
    delete: [
      'version_mismatch',
      ...when(of.isReferenced === true, 'still_referenced'),
      ...when(of.keeps !== undefined, 'invalid_transition'),
    ],
  }
  // A new record may name a store that is not the caller's.
  return [...when(write === 'create' || !isForAll, 'forbidden'), ...own[write]]
}

const oneOf = ({ noun }: Collection) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`

const common = (of: Collection, act: NonNullable<Collection['till']>[number]) => ({
  access: 'rows' as const,
  domain: of.domain,
  tag: of.tag,
  till: of.till?.includes(act) ?? false,
  apiKey: recordScope(of.domain, act, of.keyFamily),
})

function answer(status: number, found: Versioned, headers: Record<string, string> = {}): Reply {
  return { status, body: found.item, headers: { ...headers, ...versioned(found.version) } }
}
