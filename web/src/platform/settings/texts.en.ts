import type { Translated } from '../../ui/words/language.ts'
import type { platformSettingTexts } from './texts.ts'

export const platformSettingEnglish: Translated<typeof platformSettingTexts> = {
  title: 'Settings',
  hint: 'Settings of the whole platform. Changes apply immediately and are recorded in the audit log.',
}
