import type { Translated } from '../../../ui/words/language.ts'
import type { inviteTexts } from './invite-texts.ts'

export const inviteEnglish: Translated<typeof inviteTexts> = {
  title: 'Invitations',
  hint: 'Links to join the store. Each works once and expires after seven days.',
  add: 'Invite',
  email: 'Email',
  role: 'Role',
  expires: 'Expires',
  renew: 'New link',
  renewFor: 'New link for {{email}}',
  renewHint:
    'For a link that was lost. The previous one stops working, and the new one is valid for seven days.',
  revoke: 'Withdraw',
  revokeSure: 'Withdraw the invitation of {{email}}?',
  revokeHint: 'The link will no longer work.',
  empty: 'No open invitations',
  emptyHint: 'Invite someone and send them the link.',
  make: 'Create link',
  made: 'Share this link with {{email}}',
  madeHint: 'It is shown only once. Anyone who opens it can join as {{role}}.',
  link: 'Invitation link',
  emailOf: 'Add an email for {{name}}',
  emailHint:
    'With an email and a password they can sign in to the back office, and you can change their role.',
  emailMadeHint:
    'It is shown only once. The person who opens it types the PIN that they chose at the till, and creates a password.',
}
