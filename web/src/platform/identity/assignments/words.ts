import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/i18n.ts'
import { assignmentTexts } from './texts.ts'

addTexts('assignments', assignmentTexts)

export function useAssignmentWords() {
  return useTranslation('assignments').t
}
