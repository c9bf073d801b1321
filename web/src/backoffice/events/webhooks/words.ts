import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { webhookTexts } from './texts.ts'

addTexts('webhook', webhookTexts)

export function useWebhookWords() {
  return useTranslation('webhook').t
}
