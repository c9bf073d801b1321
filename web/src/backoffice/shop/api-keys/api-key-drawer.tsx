import { Alert, Code, Group, Stack, Table, Text } from '@mantine/core'
import type { ApiKey } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { levelOf, subjectKeys } from './api-keys-query.ts'
import { RenameForm } from './rename-form.tsx'
import { useStoreNames } from './store-names.ts'
import { apiKeyTexts } from './texts.ts'

/** One key: what it can do, where and until when; its name and its revocation. */
export function ApiKeyDrawer({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const t = useWords(apiKeyTexts)
  const storesOf = useStoreNames()
  const [isRenaming, setIsRenaming] = useState(false)
  const allowed = subjectKeys.filter((subject) => levelOf(apiKey.scopes, subject) !== 'none')
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title={apiKey.name}>
      <Stack gap="lg">
        {apiKey.revokedAt !== null && apiKey.revokedReason !== null && (
          <Alert color="red">
            {t(`revoked.${apiKey.revokedReason}`, { when: formatDateTime(apiKey.revokedAt) })}
          </Alert>
        )}
        <Stack gap={6}>
          <Group gap="xs">
            <Text c="dimmed">{t('begins')}</Text>
            <Code>{apiKey.prefix}</Code>
          </Group>
          <Text c="dimmed">
            {t('createdBy', { who: apiKey.createdByName, when: formatDateTime(apiKey.createdAt) })}
          </Text>
          <Text>
            {t('stores')}: {storesOf(apiKey)}
          </Text>
          <Text>
            {t('expires')}: {formatDateTime(apiKey.expiresAt)}
          </Text>
        </Stack>
        <Table aria-label={t('scopes')}>
          <Table.Tbody>
            {allowed.map((subject) => (
              <Table.Tr key={subject}>
                <Table.Th scope="row">{t(`subject.${subject}`)}</Table.Th>
                <Table.Td>{t(`level.${levelOf(apiKey.scopes, subject)}`)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group gap="sm">
          <AllowedButton reason={null} variant="default" onClick={() => setIsRenaming(true)}>
            {t('rename')}
          </AllowedButton>
          {apiKey.status === 'ACTIVE' && <Revocation apiKey={apiKey} />}
        </Group>
      </Stack>
      {isRenaming && <RenameForm apiKey={apiKey} onClose={() => setIsRenaming(false)} />}
    </Drawer>
  )
}

function Revocation({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useWords(apiKeyTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isAsked, setIsAsked] = useState(false)
  const revoke = useMutation({
    mutationFn: () => answer(api.POST('/pos/api_keys/{id}/revoke', { params: { path: { id } } })),
    onSuccess: async () => {
      setIsAsked(false)
      await queryClient.invalidateQueries({ queryKey: ['apiKeys'] })
    },
  })
  return (
    <>
      <AllowedButton reason={null} variant="light" color="red" onClick={() => setIsAsked(true)}>
        {t('revoke')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('revokeSure', { name })}
        hint={t('revokeHint')}
        action={t('revoke')}
        isBusy={revoke.isPending}
        fault={revoke.isError ? words(revoke.error).title : undefined}
        onConfirm={() => revoke.mutate()}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
