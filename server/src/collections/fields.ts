import { named } from '../http/shapes.ts'
import { type TSchema, Type } from '../json-schema.ts'

/**
 * One field of a record. Without `write` the server owns it: a body that contains it is refused for every
 * role.
 */
export interface Field {
  /** The schema in answers. */
  readonly shape: TSchema
  /** The schema in requests. */
  readonly input: TSchema
  /** `required`: at creation; an update never requires a field. */
  readonly write?: 'required' | 'optional'
  /** Set at creation and never changed. */
  readonly isFixed?: boolean
  /** Margins follow from it: null to callers who do not read the reports of the record's store. */
  readonly isCost?: boolean
}

export const required = (shape: TSchema, input = shape): Field => ({ shape, input, write: 'required' })
export const optional = (shape: TSchema, input = shape): Field => ({ shape, input, write: 'optional' })
/** Required at creation, and refused in an update. */
export const fixed = (shape: TSchema): Field => ({ shape, input: shape, write: 'required', isFixed: true })
export const computed = (shape: TSchema): Field => ({ shape, input: shape })
/** What goods cost: for those who read the reports of the store. Lists are neither sorted nor filtered by it. */
export const cost = (of: Field): Field => ({ ...of, isCost: true })

/** A non-blank line of text. */
export const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^(?=.*\\S)[^\\u0000-\\u001f]*$' })

/** A line as it is seen: without spaces around it, and with single ones inside. */
export const asSeen = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')

export const Email = Type.String({ format: 'email', maxLength: 254 })
export const Phone = named(
  'Phone',
  Type.String({
    pattern: '^\\+?[0-9][0-9 ()-]{6,19}$',
    description: 'Digits, with a leading + when it includes the country code',
  }),
)
