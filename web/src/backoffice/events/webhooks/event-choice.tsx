import { Checkbox, SimpleGrid, Stack, Text } from '@mantine/core'
import { useWords } from '../../../ui/words/words.ts'
import { eventGroups, eventKey, groupsFor } from './event-groups.ts'
import { webhookTexts } from './texts.ts'

/** The event types of a store, or of the whole business, by group; the surrounding group holds the selection. */
export function EventChoice({ isOfMerchant }: { isOfMerchant: boolean }) {
  const t = useWords(webhookTexts)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md">
      {groupsFor(isOfMerchant).map((group) => (
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
