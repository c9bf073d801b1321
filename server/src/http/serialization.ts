import fastJson, { type Schema } from 'fast-json-stringify'
import type { FastifyServerOptions } from 'fastify'

type Factories = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/**
 * Answers leave as their route declares them, and what is not declared stays here. A shape is compiled when it is first
 * answered with: most never are, and to compile them all made every start wait.
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
