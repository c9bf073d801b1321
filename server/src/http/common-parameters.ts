import { isDeepStrictEqual } from 'node:util'
import { parameterName } from './shapes.ts'

export interface Parameter extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly in: string
  readonly schema: Readonly<Record<string, unknown>>
}

interface Taking {
  readonly parameters?: readonly Parameter[]
}

/**
 * Parameters shared by several operations. They are named after their field, unless `asParameter()` says
 * otherwise. Parameters with their own word list (`sort`) differ per collection, and stay in place unless named.
 *
 * @throws Error when two of them would have the same name
 */
export function commonParameters(operations: readonly Taking[]) {
  const counted = new Map<string, number>()
  for (const { parameters = [] } of operations)
    for (const each of parameters) counted.set(keyOf(each), (counted.get(keyOf(each)) ?? 0) + 1)
  const isCommon = (parameter: Parameter) =>
    (counted.get(keyOf(parameter)) ?? 0) > 1 &&
    (!('enum' in parameter.schema) || 'title' in parameter.schema || parameterName in parameter.schema)

  const byName: Record<string, Parameter> = {}
  for (const each of operations.flatMap(({ parameters = [] }) => parameters).filter(isCommon)) {
    const name = nameOf(each)
    if (byName[name] !== undefined && !isDeepStrictEqual(byName[name], each))
      throw new Error(`Two parameters are named ${name}: ${keyOf(byName[name])} and ${keyOf(each)}`)
    byName[name] = each
  }
  return {
    byName,
    nameOf: (parameter: Parameter) => (isCommon(parameter) ? nameOf(parameter) : undefined),
  }
}

const keyOf = (parameter: Parameter) => JSON.stringify(parameter)

/** `storeId` becomes `StoreId`, `idempotency-key` `IdempotencyKey`; a word list has its own name. */
const nameOf = ({ name, schema }: Parameter): string =>
  (schema[parameterName] as string | undefined) ??
  ('enum' in schema ? (schema['title'] as string) : undefined) ??
  name.replaceAll(/(?:^|-)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
