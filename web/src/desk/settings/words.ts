import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { settingTexts } from './texts.ts'

addTexts('setting', settingTexts)

export function useSettingWords() {
  return useTranslation('setting').t
}
