import { catalog } from '../../ui/words/words.ts'

export const meTexts = catalog('me', {
  role: { cashier: 'cajero', supervisor: 'supervisor', manager: 'gerente' },
  roleTitle: { cashier: 'Cajero', supervisor: 'Supervisor', manager: 'Gerente' },
  reason: {
    mfa_required: 'Activa la verificación en dos pasos en “Mi cuenta” para usarlo.',
    admin_only: 'Solo para quien administra la plataforma.',
    merchant_suspended: 'El comercio está suspendido.',
    no_store: 'Todavía no hay ninguna tienda.',
    role_too_low: 'Tu puesto en la tienda no lo permite.',
    password_required: 'En la caja entraste con tu PIN. Para esto entra con tu correo y contraseña.',
    restored:
      'La base de datos se restauró. Se abre cuando alguien de administración termine en “Restauración”.',
    other: 'No está disponible para ti.',
  },
  suspendedTitle: '{{merchant}} está suspendido',
  closedTitle: '{{merchant}} está cerrado',
  suspendedOneHint: 'Sus tiendas no aparecen mientras tanto. Habla con quien administra la plataforma.',
  suspendedHint: 'No se puede vender ni consultar mientras tanto. Habla con quien administra la plataforma.',
  noStoreTitle: 'Todavía no tienes tienda',
  noStoreHint: 'Pide a tu gerente que te invite a una, o crea la primera si el negocio es tuyo.',
})
