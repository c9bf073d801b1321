import type { Translated } from '../../ui/words/language.ts'
import type { platformSettingTexts } from './texts.ts'

export const platformSettingEnglish: Translated<typeof platformSettingTexts> = {
  title: 'Settings',
  hint: 'Of the whole platform. Every change counts from the next click and is kept in the audit trail.',
}
