import { type Static, Type } from 'typebox'
import { line } from '../../collections/fields.ts'
import { closed, Id, Instant, nullable, oneOf } from '../../http/shapes.ts'

export const terminalStatuses = ['ENABLED', 'DISABLED'] as const

export const ById = Type.Object({ id: Id }, closed)
const Token = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  description: '256 bits, base64url; shown once',
})

export const EnableTerminal = Type.Object(
  {
    isThisDevice: Type.Optional(
      Type.Boolean({ description: 'Also keep the token in a cookie of the browser that asks' }),
    ),
  },
  closed,
)

export const EnabledTerminal = Type.Object(
  { terminalId: Id, deviceToken: Token, deviceEnabledAt: Instant },
  closed,
)
export type EnabledTerminal = Static<typeof EnabledTerminal>

export const Assistance = Type.Object({ reason: line(300) }, closed)
export const AssistedTerminal = Type.Object(
  {
    id: Id,
    storeId: Id,
    name: Type.String(),
    status: oneOf(terminalStatuses),
    deviceEnabledAt: nullable(Instant),
  },
  closed,
)
export type AssistedTerminal = Static<typeof AssistedTerminal>

export const TerminalSession = Type.Object(
  {
    token: Token,
    expiresAt: Instant,
    employee: Type.Object(
      { id: Id, membershipId: Id, name: Type.String(), role: oneOf(['cashier', 'supervisor', 'manager']) },
      closed,
    ),
    terminal: Type.Object({ id: Id, name: Type.String(), storeId: Id }, closed),
  },
  closed,
)
export type TerminalSession = Static<typeof TerminalSession>
