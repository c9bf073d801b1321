import type { Translated } from '../../ui/words/language.ts'
import type { assignmentTexts } from './texts.ts'

export const assignmentEnglish: Translated<typeof assignmentTexts> = {
  assign: 'Assign merchant',
  assignHint: 'An assigned administrator only manages those merchants and cannot see any others.',
  do: 'Assign',
  email: 'Administrator’s email',
  merchant: 'Merchant',
  told: '{{name}} now administers {{merchant}}.',
  end: 'Unassign',
  endTitle: 'Unassign {{merchant}} from {{name}}',
  endHint: '{{name}} will no longer see this merchant, and keeps the other assigned ones and those they own.',
  endOwnHint: '{{name}} owns this merchant: they still see it, and still do not administer every merchant.',
  endLastHint: 'This is the last assigned merchant: without it, {{name}} administers every merchant again.',
  ended: '{{name}} is no longer assigned to {{merchant}}.',
  since: 'since {{when}}',
  owner: 'Owned by this person',
  confined: 'You administer only some merchants. This takes an administrator of every merchant.',
  everyone: 'Every merchant',
  some_one: '{{count}} merchant',
  some_other: '{{count}} merchants',
  ofAdmin: 'Merchants of {{name}}',
  everyoneHint: 'Administers every merchant. With an assignment, only the assigned ones.',
  someHint: 'Administers only these merchants: those they own and the assigned ones.',
  ofMerchantHint:
    'Administrators of every merchant administer this one too. Listed here are those assigned to it, and its owner if they are an administrator.',
  empty: 'Nobody is assigned to this merchant',
  emptyHint: 'Assign an administrator to limit them to some merchants.',
}
