import type { Translated } from '../../ui/words/language.ts'
import type { linkTexts } from './texts.ts'

export const linkEnglish: Translated<typeof linkTexts> = {
  passwordLink: 'Password link',
  passwordLinkFor: 'New password for {{name}}',
  passwordLinkHint:
    'Give it only to this person. It works once, for 30 minutes, and is not shown again. Using it ends their sessions.',
  noPassword: 'They have no password yet: invite them again.',
  ownerInvite: 'Invite again',
  ownerInviteFor: 'New invitation for {{name}}',
  ownerInviteHint: 'Send this link to the owner. It is shown only once; earlier ones no longer work.',
  hasJoined: 'They have joined already: give them a password link.',
}
