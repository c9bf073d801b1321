import type { Translated } from '../../ui/words/language.ts'
import type { meTexts } from './texts.ts'

export const meEnglish: Translated<typeof meTexts> = {
  role: { cashier: 'cashier', supervisor: 'supervisor', manager: 'manager' },
  roleTitle: { cashier: 'Cashier', supervisor: 'Supervisor', manager: 'Manager' },
  reason: {
    mfa_required: 'Turn on two-step verification in “My account” to use it.',
    admin_only: 'Only for platform administrators.',
    merchant_suspended: 'The merchant is suspended.',
    no_store: 'There is no store yet.',
    role_too_low: 'Your role in the store does not allow it.',
    password_required: 'You signed in at the till with your PIN. For this, sign in with email and password.',
    restored:
      'The database was restored. This opens when an administrator has finished on the page “Restore”.',
    other: 'You do not have access to it.',
  },
  suspendedTitle: '{{merchant}} is suspended',
  closedTitle: '{{merchant}} is closed',
  suspendedOneHint: 'Its stores are not shown meanwhile. Contact the platform.',
  suspendedHint: 'Nothing can be sold or viewed meanwhile. Contact the platform.',
  noStoreTitle: 'You have no store yet',
  noStoreHint: 'Ask your manager for an invitation, or create the first store if you own the business.',
}
