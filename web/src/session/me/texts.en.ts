import type { Translated } from '../../ui/words/language.ts'
import type { meTexts } from './texts.ts'

export const meEnglish: Translated<typeof meTexts> = {
  role: { cashier: 'cashier', supervisor: 'supervisor', manager: 'manager' },
  roleTitle: { cashier: 'Cashier', supervisor: 'Supervisor', manager: 'Manager' },
  reason: {
    mfa_required: 'Turn on two-step verification in “My account” to use it.',
    admin_only: 'Only for those who administer the platform.',
    merchant_suspended: 'The merchant is suspended.',
    no_store: 'There is no store yet.',
    role_too_low: 'Your role in the store does not allow it.',
    password_required: 'You signed in at the till with your PIN. For this, sign in with email and password.',
    other: 'It is not available to you.',
  },
  suspendedTitle: '{{merchant}} is suspended',
  suspendedHint: 'Meanwhile nothing can be sold or looked up. Talk to whoever runs the platform.',
  noStoreTitle: 'You have no store yet',
  noStoreHint: 'Ask your manager to invite you to one, or create the first if the business is yours.',
}
