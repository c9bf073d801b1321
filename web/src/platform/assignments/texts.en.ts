import type { Translated } from '../../ui/words/language.ts'
import type { assignmentTexts } from './texts.ts'

export const assignmentEnglish: Translated<typeof assignmentTexts> = {
  assign: 'Assign merchant',
  assignHint:
    'Whoever is assigned administers those merchants alone: the others stop existing for that account, everywhere.',
  do: 'Assign',
  email: 'E-mail of the administrator',
  merchant: 'Merchant',
  told: '{{name}} now has {{merchant}}.',
  end: 'Take away',
  endTitle: 'Take {{merchant}} away from {{name}}',
  endHint: '{{name}} will no longer see this merchant, and keeps the others that are assigned.',
  endLastHint: 'It is the last assigned merchant: without it, {{name}} administers every merchant again.',
  ended: '{{name}} is no longer assigned to {{merchant}}.',
  since: 'since {{when}}',
  everyone: 'Every merchant',
  some_one: '{{count}} merchant',
  some_other: '{{count}} merchants',
  ofAdmin: 'Merchants of {{name}}',
  everyoneHint: 'Administers every merchant. With an assignment it would be the assigned ones alone.',
  someHint: 'Administers these merchants alone.',
  ofMerchantHint:
    'Those who administer every merchant administer this one too. Here are those assigned to it.',
  empty: 'Nobody is assigned to this merchant',
  emptyHint: 'Assign an administrator who should look after some merchants alone.',
}
