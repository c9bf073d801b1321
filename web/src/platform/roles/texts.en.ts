import type { Translated } from '../../ui/words/language.ts'
import type { roleTexts } from './texts.ts'

export const roleEnglish: Translated<typeof roleTexts> = {
  title: 'Roles',
  hint: 'Who operates and administers the platform.',
  add: 'Give a role',
  person: 'Person',
  role: 'Role',
  label: { platformOperator: 'Operation', platformAdmin: 'Administration', distributor: 'Distribution' },
  labelHint: {
    platformOperator: 'Attends to merchants and looks things up.',
    platformAdmin: 'All of the above, and creates, suspends and configures.',
    distributor: 'May recruit merchants. Gives no access to data.',
  },
  merchants: 'Merchants',
  since: 'Since',
  by: 'Given by',
  email: 'Email of the account',
  give: 'Give role',
  take: 'Take away',
  takeSure: 'Take the role away from {{name}}?',
  takeHint: 'They no longer have it from their next click on.',
  empty: 'No roles',
  emptyHint: 'Give the first to an account that exists.',
  system: 'The system',
}
