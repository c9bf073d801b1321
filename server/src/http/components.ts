import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { commonParameters, type Parameter } from './common-parameters.ts'
import { parameterName } from './shapes.ts'

export type Node = Readonly<Record<string, unknown>>

export interface Operation extends Node {
  readonly parameters?: readonly Parameter[]
  readonly responses?: Readonly<Record<string, Node>>
}

/** The parts of an OpenAPI document that are used here. */
export interface Description extends Node {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components?: Readonly<Record<string, Readonly<Record<string, Node>>>>
}

/**
 * The API description with every named part written once as a component. Schemas get their names from
 * `named()`, parameters from their field, refusals from their status.
 *
 * @throws Error when two shapes have the same name
 */
export function withComponents({ paths = {}, components = {}, ...rest }: Description): Node {
  const declared = components['schemas'] ?? {}
  const schemas = namedSchemas([paths, declared])
  const parameters = commonParameters(operationsOf(paths))
  const refusals = new Set<string>()
  const ofAnswer = (status: string, answer: Node): Node => {
    const { content = {}, description } = answer as { content?: Node; description?: string }
    if (Object.keys(content).join() === 'application/problem+json') {
      refusals.add(status)
      return { $ref: `#/components/responses/${refusalName(status)}` }
    }
    const said = description === 'Default Response' ? STATUS_CODES[status] : description
    return schemas.referring({ ...answer, description: said }) as Node
  }
  const ofParameter = (parameter: Parameter): Node => {
    const name = parameters.nameOf(parameter)
    return name === undefined ? schemas.inParameter(parameter) : { $ref: `#/components/parameters/${name}` }
  }
  const shared = mapValues(declared, (schema) => schemas.referring(schema) as Node)
  const rendered = mapValues(paths, (item) =>
    mapValues(item, (operation) => ({
      ...(schemas.referring({ ...operation, parameters: undefined, responses: undefined }) as Node),
      ...(operation.parameters && { parameters: operation.parameters.map(ofParameter) }),
      responses: mapValues(operation.responses ?? {}, (answer, status) => ofAnswer(status, answer)),
    })),
  )
  const common = mapValues(parameters.byName, schemas.inParameter)
  return {
    ...rest,
    components: {
      ...components,
      schemas: sorted({ ...shared, ...schemas.byName }),
      parameters: sorted(common),
      responses: Object.fromEntries(
        [...refusals].sort().map((status) => [refusalName(status), refusal(status)]),
      ),
    },
    paths: rendered,
  }
}

/** Members beside a reference describe one use of a shape, and are not part of it. */
interface Beside {
  readonly title: string
  readonly description?: string
  readonly default?: unknown
  readonly isNullable: boolean
  readonly shape: Node
}

function namedSchemas(described: unknown) {
  const byName: Record<string, Node> = {}
  const descriptions = usualDescriptions(described)

  const referring = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(referring)
    if (typeof value !== 'object' || value === null) return value
    const found = taken(value as Node)
    if (found === undefined) return mapValues(value as Node, referring)
    const { title, isNullable, shape } = found
    const isOwn = isNullable && isPlain(shape)
    const name = isOwn ? `Nullable${title}` : title
    define(name, {
      ...(descriptions.get(title) !== '' && { description: descriptions.get(title) }),
      ...mapValues(isOwn ? { ...shape, type: [shape['type'], 'null'] } : shape, referring),
    })
    const $ref = `#/components/schemas/${name}`
    return {
      ...(isNullable && !isOwn ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }),
      ...beside(found),
    }
  }

  const beside = ({ title, description, default: otherwise }: Beside) => ({
    ...(description !== undefined && description !== descriptions.get(title) && { description }),
    ...(otherwise !== undefined && { default: otherwise }),
  })

  function define(name: string, shape: Node): void {
    const known = byName[name]
    if (known !== undefined && !isDeepStrictEqual(known, shape))
      throw new Error(`Two schemas are named ${name}: ${JSON.stringify(known)} and ${JSON.stringify(shape)}`)
    byName[name] = shape
  }

  return {
    byName,
    referring,
    inParameter: (parameter: Parameter): Node => {
      const { [parameterName]: _name, ...schema } = parameter.schema
      const { required, ...rest } = parameter as Parameter & { readonly required?: boolean }
      // Optional is what a parameter is without a word about it.
      return { ...rest, ...(required === true && { required }), schema: referring(schema) }
    },
  }
}

/** The most frequent description of a shape becomes its own; others stay where it is used. */
function usualDescriptions(described: unknown): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>()
  visit(described, (node) => {
    const { title, description = '' } = taken(node) ?? {}
    if (title === undefined) return
    const said = counts.get(title) ?? new Map<string, number>()
    counts.set(title, said.set(description, (said.get(description) ?? 0) + 1))
  })
  const usual = (said: ReadonlyMap<string, number>) =>
    [...said].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
  return new Map([...counts].map(([title, said]) => [title, usual(said)]))
}

function taken(node: Node): Beside | undefined {
  const { title, description, default: otherwise, ...shape } = node
  if (typeof title !== 'string') return undefined
  const types = [shape['type']].flat()
  const isNullable = types.length > 1 && types.includes('null')
  return {
    title,
    isNullable,
    ...(typeof description === 'string' && { description }),
    ...(otherwise !== undefined && { default: otherwise }),
    shape: types.length > 1 ? { ...shape, type: types.find((type) => type !== 'null') } : shape,
  }
}

/** An id, a time or an amount: when nullable, it is a schema of its own (`NullableId`). */
const isPlain = (shape: Node) => !('properties' in shape || 'enum' in shape || 'anyOf' in shape)

function visit(value: unknown, see: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Node)
  for (const each of Object.values(value)) visit(each, see)
}

const operationsOf = (paths: NonNullable<Description['paths']>): Operation[] =>
  Object.values(paths).flatMap((item) => Object.values(item))

/** `Conflict`, `NotFound`: the status in HTTP's words. */
const refusalName = (status: string) => (STATUS_CODES[status] ?? status).replaceAll(/[^A-Za-z]/g, '')

const refusal = (status: string): Node => ({
  description: `${STATUS_CODES[status]}. The possible \`code\`s of an operation are in its \`x-problems\`.`,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const mapValues = <T, R>(
  of: Readonly<Record<string, T>>,
  to: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(
    Object.entries(of)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, to(value, key)]),
  )

const sorted = <T>(of: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(of).sort(([one], [other]) => (one < other ? -1 : 1)))
