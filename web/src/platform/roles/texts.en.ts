import type { Translated } from '../../ui/words/language.ts'
import type { roleTexts } from './texts.ts'

export const roleEnglish: Translated<typeof roleTexts> = {
  title: 'Roles',
  hint: 'The people who operate and administer the platform.',
  add: 'Grant role',
  person: 'Person',
  role: 'Role',
  label: { platformOperator: 'Operation', platformAdmin: 'Administration', distributor: 'Distribution' },
  labelHint: {
    platformOperator: 'Supports merchants and has read access.',
    platformAdmin: 'All of the above, and can create, suspend and configure.',
    distributor: 'Can recruit merchants. Has no access to data.',
  },
  merchants: 'Merchants',
  since: 'Since',
  by: 'Granted by',
  email: 'Account email',
  give: 'Grant role',
  take: 'Revoke',
  takeSure: 'Revoke {{name}}’s role?',
  takeHint: 'They lose it immediately.',
  empty: 'No roles',
  emptyHint: 'Grant the first role to an existing account.',
  system: 'The system',
}
