import type { FailureCode } from './failure.ts'
import type { OutcomeVariant } from './schema.ts'

/**
 * What the till says about a sale's outcome, in Spanish. This is the only list: `npm run generate` writes it for the
 * web client, which adds English. `{{reason}}` is one of `reason`.
 */
export const outcomeTexts = {
  PENDING: 'En proceso. No la repitas: llegará, o se devolverá el dinero.',
  APPROVED: 'Venta exitosa.',
  APPROVED_PIN: {
    shown: 'Venta exitosa: entrega el PIN. Solo se muestra esta vez.',
    wasShown: 'Venta exitosa. El PIN ya se mostró; un supervisor puede reimprimirlo.',
    canBeShown: 'Venta exitosa. Consulta la venta para ver el PIN.',
    notHere:
      'Venta exitosa. El PIN solo se muestra a quien la hizo, en la misma caja; si no, un supervisor puede reimprimirlo.',
  },
  DECLINED: 'Rechazada, no se cobró. {{reason}} Devuelve el dinero al cliente.',
  REVERSED: 'La compañía la revirtió. El saldo volvió a tu cuenta; devuelve el dinero al cliente.',
  reason: {
    invalid_number: 'El número no es válido o no es de esta compañía.',
    invalid_reference: 'La referencia no existe.',
    number_barred: 'El número está bloqueado por la compañía.',
    not_eligible: 'El número no puede recibir este producto.',
    amount_out_of_range: 'La compañía no acepta este importe.',
    already_paid: 'El adeudo ya fue pagado.',
    overdue_not_accepted: 'El recibo venció y ya no se acepta.',
    limit_reached: 'El número llegó a su límite de recargas.',
    duplicate_at_provider: 'La compañía ya recibió una recarga igual hace unos minutos.',
    carrier_unavailable: 'La compañía no está disponible en este momento.',
    provider_rejected: 'La compañía la rechazó.',
    provider_balance: 'El servicio no está disponible en este momento.',
    provider_unreachable: 'No hubo respuesta de la compañía.',
    expired_hold: 'Pasó el tiempo para confirmarla.',
    canceled: 'La operación fue cancelada.',
    unknown_provider_status: 'La compañía la rechazó.',
  },
} as const satisfies Record<OutcomeVariant, unknown> & { readonly reason: Record<FailureCode, string> }

/** The list as a module of the web client. */
export function renderOutcomeTexts(): string {
  return `// Generated from server/src/vas/sales/outcome-texts.ts by \`npm run generate\`.

export const outcomeSpanish = ${JSON.stringify(outcomeTexts, null, 2)} as const
`
}
