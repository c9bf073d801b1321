import { useWords } from '../../../ui/words/words.ts'
import { eventKey, isKnownEvent } from './event-groups.ts'
import { webhookTexts } from './texts.ts'

/** Names a type of event; one that this page does not know as the server has it. */
export function useEventName(): (type: string) => string {
  const t = useWords(webhookTexts)
  return (type) => (isKnownEvent(type) ? t(`events.${eventKey(type)}`) : type)
}
