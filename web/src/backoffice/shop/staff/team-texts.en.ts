import type { Translated } from '../../../ui/words/language.ts'
import type { teamTexts } from './team-texts.ts'

export const teamEnglish: Translated<typeof teamTexts> = {
  title: 'Team',
  hint: 'The people who work in the store, and their roles.',
  access: 'With access',
  records: 'Contact records',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  position: 'Position',
  role: 'Role',
  since: 'Since',
  invite: 'Invite',
  changeRole: 'Change role',
  end: 'Remove access',
  endSure: 'Remove {{name}}’s access?',
  endHint: 'They lose access to the store immediately. Their sales are kept.',
  add: 'New contact record',
  edit: 'Edit contact record',
  empty: 'Only you for now',
  emptyHint: 'Invite your team with a link.',
  recordsEmpty: 'No contact records',
  recordsEmptyHint: 'Your staff’s contact details, and the code and PIN they use at the till.',
  actions: 'Actions for {{name}}',
}
