import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/**
 * Serializes answers as their route declares, and drops undeclared fields. A schema is compiled at its first
 * use: most are never used, and compiling all slowed every start.
 */
export const serializers: NonNullable<Factories['buildSerializer']> = (externalSchemas, options) => {
  return ({ schema }) => {
    let write: ((answer: unknown) => string) | undefined
    return (answer) => {
      write ??= fastJson(schema as Schema, { ...options, schema: externalSchemas as Record<string, Schema> })
      return write(answer)
    }
  }
}
