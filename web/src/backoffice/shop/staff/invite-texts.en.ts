import type { Translated } from '../../../ui/words/language.ts'
import type { inviteTexts } from './invite-texts.ts'

export const inviteEnglish: Translated<typeof inviteTexts> = {
  title: 'Invitations',
  hint: 'Links into the store. Each works once, for seven days.',
  add: 'Invite',
  email: 'Email',
  role: 'Role',
  expires: 'Expires',
  revoke: 'Withdraw',
  revokeSure: 'Withdraw the invitation of {{email}}?',
  revokeHint: 'The link will no longer work.',
  empty: 'No open invitations',
  emptyHint: 'Invite somebody and share the link in whatever way you like.',
  make: 'Create link',
  made: 'Share this link with {{email}}',
  madeHint: 'It is shown this once. Whoever opens it comes in as {{role}}.',
  link: 'Invitation link',
  done: 'Done',
}
