import type { Translated } from '../../ui/words/language.ts'
import type { lockTexts } from './texts.ts'

export const lockEnglish: Translated<typeof lockTexts> = {
  locked: 'The screen is locked. Your sale is safe.',
  unlock: 'Unlock',
  handOver: 'Change of cashier',
  offline: 'No connection: unlocking needs the network.',
}
