import type { Translated } from '../../../ui/words/language.ts'
import type { teamTexts } from './team-texts.ts'

export const teamEnglish: Translated<typeof teamTexts> = {
  title: 'Team',
  hint: 'Who works in the store, and what they may do.',
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
  end: 'Take access away',
  endSure: 'Take access away from {{name}}?',
  endHint: 'They can no longer enter the store from now on. Their sales are kept.',
  add: 'New contact record',
  edit: 'Edit contact record',
  empty: 'Only you for now',
  emptyHint: 'Invite your team with a link.',
  recordsEmpty: 'No contact records',
  recordsEmptyHint: 'Your staff’s data, and the code and PIN with which each enters the till.',
  actions: 'Actions for {{name}}',
}
