import { type Static, Type } from 'typebox'
import { closed, Id, Instant, named } from '../../http/shapes.ts'

export const ById = Type.Object({ id: Id }, closed)

export const EmployeeCode = Type.String({
  pattern: '^[0-9A-Z]{4,8}$',
  description: 'Four to eight digits and capital letters; unique in the store',
})
const NewPin = Type.String({
  pattern: '^[0-9]{4,8}$',
  description:
    'Chosen: four to eight digits that do not repeat themselves or count up or down; else six digits at random',
})
const Typed = Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\u0000]*$' })

export const MintPin = named(
  'NewEmployeePin',
  Type.Object(
    {
      code: Type.Optional({ ...EmployeeCode, description: 'Chosen; else the present one, or a new one' }),
      pin: Type.Optional(NewPin),
    },
    closed,
  ),
)
export type MintPin = Static<typeof MintPin>

export const MintedPin = named(
  'EmployeePin',
  Type.Object(
    {
      employeeId: Id,
      code: Type.String(),
      pin: Type.String({ description: 'Shown this once; good once, to choose the own one at a terminal' }),
      expiresAt: Instant,
    },
    closed,
  ),
)
export type MintedPin = Static<typeof MintedPin>

/** What an employee types at a till. Capitals or not is all the same. */
export const TypedCredentials = named('TillCredentials', Type.Object({ code: Typed, pin: Typed }, closed))
export type TypedCredentials = Static<typeof TypedCredentials>

/** The present PIN, minted or chosen, and the one that takes its place. */
export const PinChoice = named('PinChoice', Type.Object({ code: Typed, pin: Typed, newPin: NewPin }, closed))
export type PinChoice = Static<typeof PinChoice>
