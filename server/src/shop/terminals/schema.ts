import { line } from '../../collections/fields.ts'
import { closed, enumeration, Id, Instant, named, nullable } from '../../http/shapes.ts'
import { type Static, Type } from '../../json-schema.ts'

export const terminalStatuses = ['ENABLED', 'DISABLED'] as const

export const ById = Type.Object({ id: Id }, closed)
const Token = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: '256 bits, base64url; shown once',
})

export const EnableTerminal = named(
  'TerminalEnabling',
  Type.Object(
    {
      isThisDevice: Type.Optional(
        Type.Boolean({ description: 'Also set the token as a cookie in this browser' }),
      ),
    },
    closed,
  ),
)

export const EnabledTerminal = named(
  'EnabledTerminal',
  Type.Object({ terminalId: Id, deviceToken: Token, deviceEnabledAt: Instant }, closed),
)
export type EnabledTerminal = Static<typeof EnabledTerminal>

export const EnablingCode = named(
  'EnablingCode',
  Type.Object(
    {
      terminalId: Id,
      code: Type.String({ description: 'Ten digits and letters in two groups; shown once' }),
      expiresAt: Instant,
    },
    closed,
  ),
)
export type EnablingCode = Static<typeof EnablingCode>

/** What is typed at the device: grouping, case, and letters that look like digits do not matter. */
export const TypedEnablingCode = named(
  'TypedEnablingCode',
  Type.Object({ code: Type.String({ minLength: 1, maxLength: 40 }) }, closed),
)

export const Device = named(
  'TerminalDevice',
  Type.Object(
    {
      terminal: nullable(
        named(
          'DeviceTerminal',
          Type.Object(
            {
              id: Id,
              name: Type.String(),
              status: enumeration('TerminalStatus', terminalStatuses),
              storeId: Id,
              storeName: Type.String(),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type Device = Static<typeof Device>
export type DeviceTerminal = NonNullable<Device['terminal']>

export const Assistance = named('AssistanceReason', Type.Object({ reason: line(300) }, closed))
export const AssistedTerminal = named(
  'AssistedTerminal',
  Type.Object(
    {
      id: Id,
      storeId: Id,
      name: Type.String(),
      status: enumeration('TerminalStatus', terminalStatuses),
      deviceEnabledAt: nullable(Instant),
    },
    closed,
  ),
)
export type AssistedTerminal = Static<typeof AssistedTerminal>

export const TerminalSession = named(
  'TerminalSession',
  Type.Object(
    {
      token: Token,
      expiresAt: Instant,
      employee: named(
        'TerminalSessionEmployee',
        Type.Object(
          {
            id: Id,
            membershipId: Id,
            name: Type.String(),
            role: enumeration('StoreRole', ['cashier', 'supervisor', 'manager']),
          },
          closed,
        ),
      ),
      terminal: named(
        'TerminalSessionTerminal',
        Type.Object({ id: Id, name: Type.String(), storeId: Id }, closed),
      ),
    },
    closed,
  ),
)
export type TerminalSession = Static<typeof TerminalSession>
