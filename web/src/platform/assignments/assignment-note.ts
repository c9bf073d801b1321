import type { AdminAssignment } from '@mostrador/client'
import { formatDay } from '../../ui/format/dates.ts'
import { useWords } from '../../ui/words/words.ts'
import { assignmentTexts } from './texts.ts'

/** Why the administrator oversees the merchant: it is theirs, or it was assigned to them, or both. */
export function useAssignmentNote(): (assignment: AdminAssignment) => string {
  const t = useWords(assignmentTexts)
  return ({ isOwner, assignedAt }) =>
    [isOwner && t('owner'), assignedAt !== null && t('since', { when: formatDay(assignedAt) })]
      .filter((each) => each !== false)
      .join(' · ')
}
