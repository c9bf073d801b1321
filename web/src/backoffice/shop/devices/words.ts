import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { deviceTexts } from './texts.ts'

addTexts('device', deviceTexts)

export function useDeviceWords() {
  return useTranslation('device').t
}
