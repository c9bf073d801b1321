import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

type Node = Readonly<Record<string, unknown>>

interface Operation extends Node {
  readonly operationId: string
  readonly parameters?: readonly Node[]
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Node>>>>
}

// `npm run check` compares the file with the routes.
const text = await readFile(path.resolve(import.meta.dirname, '../../openapi.json'), 'utf8')
const contract = JSON.parse(text) as Contract
const operations = Object.values(contract.paths).flatMap((item) => Object.values(item))
const schemas = contract.components['schemas'] ?? {}

const keyRefusals = ['person_required', 'scope_missing']

test('the contract is valid OpenAPI 3.1, every reference resolves, and every component is used', async () => {
  const config = await createConfig({
    rules: {
      struct: 'error',
      'no-unresolved-refs': 'error',
      'no-unused-components': 'error',
      'no-identical-paths': 'error',
      'operation-operationId-unique': 'error',
      'operation-parameters-unique': 'error',
      'path-parameters-defined': 'error',
      'no-enum-type-mismatch': 'error',
      'security-defined': 'error',
    },
  })
  const faults = await lintFromString({ source: text, config })
  expect(faults.map(({ message, location }) => `${location[0]?.pointer}: ${message}`)).toEqual([])
})

test('the contract is small enough to read: under 900 kB, and 80 lines and 1,800 characters an operation', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(900_000)
  expect(text.split('\n').length / operations.length).toBeLessThan(80)
  expect(JSON.stringify(contract).length / operations.length).toBeLessThan(1_800)
})

test('every object of every body and answer has a name', () => {
  const unnamed: string[] = []
  const look = (value: unknown, at: string, isNamed: boolean, areFields = false): void => {
    if (typeof value !== 'object' || value === null) return
    const isObject = !areFields && 'properties' in value
    if (isObject && !isNamed) unnamed.push(at)
    for (const [key, each] of Object.entries(value))
      look(each, `${at}/${key}`, false, !areFields && key === 'properties')
  }
  look(contract.paths, 'paths', false)
  for (const [name, shape] of Object.entries(schemas)) look(shape, name, true)
  expect(unnamed).toEqual([])
})

test('no two named objects are the same', () => {
  const names = new Map<string, string[]>()
  for (const [name, shape] of Object.entries(schemas))
    if ('properties' in shape) {
      const { description: _said, ...rest } = shape
      const key = JSON.stringify(rest)
      names.set(key, [...(names.get(key) ?? []), name])
    }
  expect([...names.values()].filter((alike) => alike.length > 1)).toEqual([])
})

test('every operation says how it refuses an API key', () => {
  const refusals = operations.map((operation) => {
    const { 'x-access': access, 'x-api-key-scopes': scopes, 'x-confirmed': confirmed } = operation
    const found = (operation['x-problems'] as string[]).filter((code) => keyRefusals.includes(code))
    const wanted = [
      ...(access === 'public' || (scopes !== undefined && confirmed === undefined)
        ? []
        : ['person_required']),
      ...(scopes === undefined ? [] : ['scope_missing']),
    ]
    return [operation.operationId, found.sort(), wanted] as const
  })
  expect(refusals.filter(([, found, wanted]) => found.join() !== wanted.join())).toEqual([])
  expect(refusals.filter(([, found]) => found.includes('scope_missing')).length).toBeGreaterThan(100)
})

test('a parameter shared by operations is written once', () => {
  const counted = new Map<string, number>()
  for (const each of operations.flatMap(({ parameters = [] }) => parameters)) {
    // Each list can be sorted by its own fields: that parameter stays with its operation.
    if ('$ref' in each || each['name'] === 'sort') continue
    counted.set(JSON.stringify(each), (counted.get(JSON.stringify(each)) ?? 0) + 1)
  }
  expect([...counted].filter(([, count]) => count > 1)).toEqual([])
})

test('every refusal is one of the shared responses, which reference the problem schema', () => {
  const own = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Record<string, Node>)
      .filter(([status, answer]) => Number(status) >= 400 && !('$ref' in answer))
      .map(([status]) => `${operationId} ${status}`),
  )
  expect(own).toEqual([])
  for (const [name, answer] of Object.entries(contract.components['responses'] ?? {}))
    expect(answer['content'], name).toEqual({
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    })
})

/** The verbs that client methods begin with. New verbs may be added; nouns may not. */
const verbs = new Set(
  `accept activate add adjust adopt approve assign assist attest bulk cancel change check choose close confirm create
   decide delete disable discard dismiss enable end enrol export finalize finish get grant impersonate import invite
   list look move open park quote recall receive record refund reject remove renew report reprint request resend resume resync
   retry review revoke roll rotate send set sign stream sync unassign unlock update upload read`.split(/\s+/),
)

test('operation ids read like methods: a verb, then its object', () => {
  const ids = operations.map(({ operationId }) => operationId)
  const odd = ids.filter(
    (id) => !(/^[a-z]+[A-Z][A-Za-z]*$/.test(id) && verbs.has(/^[a-z]+/.exec(id)?.[0] ?? '')),
  )
  expect(odd).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test('lists are read by list…, single records by get…', () => {
  const wrong = Object.entries(contract.paths).flatMap(([at, { get }]) => {
    const answer = (get?.['responses'] as Record<string, { content?: Node }> | undefined)?.['200']?.content
    const schema = (answer?.['application/json'] as { schema?: { $ref?: string } } | undefined)?.schema?.$ref
    const isList = /(?:Page|List)$/.test(schema ?? '')
    const begins = isList ? 'list' : /^(?:get|list|export|stream|quote)/
    return get === undefined || get.operationId.match(begins) ? [] : [`${at} ${get.operationId} ${schema}`]
  })
  expect(wrong).toEqual([])
})
