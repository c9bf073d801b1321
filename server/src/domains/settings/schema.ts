import { type Static, Type } from 'typebox'
import { closed, Instant, nullable, oneOf } from '../../http/shapes.ts'

export const Setting = Type.Object(
  {
    key: Type.String(),
    type: oneOf(['boolean']),
    value: Type.Boolean({ description: 'What counts now' }),
    default: Type.Boolean(),
    meaning: Type.String(),
    updatedAt: nullable(Instant),
  },
  closed,
)
export type Setting = Static<typeof Setting>

export const Settings = Type.Object({ items: Type.Array(Setting) }, closed)
export const SettingName = Type.Object({ key: Type.String({ minLength: 1, maxLength: 100 }) }, closed)
export const SettingValue = Type.Object(
  { value: Type.Unknown({ description: 'Of the type that the registry names' }) },
  closed,
)
