import { Type as TypeBox } from 'typebox'
import { expect, test } from 'vitest'
import { Type } from './json-schema.ts'

type Build = (type: typeof TypeBox) => object

const builds: Readonly<Record<keyof typeof Type, readonly Build[]>> = {
  Array: [(type) => type.Array(type.Integer(), { maxItems: 3 })],
  Boolean: [(type) => type.Boolean(), (type) => type.Boolean({ default: false })],
  Integer: [(type) => type.Integer({ minimum: 1, default: 50 })],
  Literal: [
    (type) => type.Literal('MXN'),
    (type) => type.Literal(10, { description: 'Cents' }),
    (type) => type.Literal(true),
  ],
  Never: [(type) => type.Never()],
  Number: [(type) => type.Number({ multipleOf: 0.001 })],
  Object: [
    (type) => type.Object({}),
    (type) => type.Object({ a: type.String(), b: type.Object({ c: type.Boolean() }) }, { title: 'Both' }),
    (type) => type.Object({ a: type.Optional(type.String()) }, { additionalProperties: false }),
  ],
  Optional: [
    (type) => type.Object({ a: type.Optional(type.String()), b: type.Integer() }),
    (type) => type.Object({ a: type.Optional(type.Optional(type.String({ maxLength: 3 }))) }),
    (type) => {
      const kept = type.String()
      return type.Object({ a: type.Optional(kept), b: kept })
    },
  ],
  Partial: [
    (type) =>
      type.Partial(type.Object({ a: type.String(), b: type.Optional(type.Boolean()) }, { title: 'Whole' }), {
        additionalProperties: true,
      }),
  ],
  Record: [(type) => type.Record(type.String(), type.Unknown(), { description: 'By name' })],
  String: [(type) => type.String(), (type) => type.String({ pattern: '^a$' })],
  Union: [(type) => type.Union([type.Literal(0), type.Literal(10)], { description: 'Steps' })],
  Unknown: [(type) => type.Unknown(), (type) => type.Unknown({ description: 'Any' })],
  Unsafe: [
    (type) => type.Unsafe({ type: 'string', enum: ['A', 'B'] }),
    (type) => type.Object({ a: type.Unsafe(type.Optional(type.String())) }),
    (type) => type.Object({ a: type.Unsafe({ ...type.Optional(type.String()), nullable: true }) }),
  ],
}

test.each(Object.entries(builds))('%s makes the JSON that TypeBox makes', (_name, each) => {
  for (const build of each)
    expect(JSON.stringify(build(Type as typeof TypeBox))).toBe(JSON.stringify(build(TypeBox)))
})
