import { useTranslation } from 'react-i18next'
import { addTexts } from '../../ui/i18n.ts'
import { queueTexts } from './texts.ts'

addTexts('queues', queueTexts)

export function useQueueWords() {
  return useTranslation('queues').t
}
