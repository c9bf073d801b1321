import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { useWords } from '../../../ui/words/words.ts'
import { eventGroups, eventKey } from './event-groups.ts'
import { webhookTexts } from './texts.ts'

/** All event types by group; the surrounding group holds the selection. */
export function EventChoice() {
  const t = useWords(webhookTexts)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
      {(Object.keys(eventGroups) as (keyof typeof eventGroups)[]).map((group) => (
        <fieldset key={group} aria-label={t(`group.${group}`)}>
          <Text fw={600} mb={6} aria-hidden="true">
            {t(`group.${group}`)}
          </Text>
          <Stack gap={8}>
            {eventGroups[group].map((type) => (
              <Checkbox key={type} value={type} label={t(`events.${eventKey(type)}`)} />
            ))}
          </Stack>
        </fieldset>
      ))}
    </SimpleGrid>
  )
}
