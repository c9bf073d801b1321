import { Button, Group, Stack, Text } from '@mantine/core'
import type { Membership } from '@mostrador/client'
import { CopyField } from '../../../ui/fields/copy-field.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { teamTexts } from './team-texts.ts'

/** A one-time link for a new password, to hand over; it is shown only once. */
export function PasswordLink({
  member,
  url,
  onClose,
}: {
  member: Membership
  url: string
  onClose: () => void
}) {
  const t = useWords(teamTexts)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<Text fw={700}>{t('passwordLinkFor', { name: member.name })}</Text>}
    >
      <Stack>
        <Text>{t('passwordLinkHint')}</Text>
        <CopyField label={t('passwordLink')} value={url} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('passwordLinkDone')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
