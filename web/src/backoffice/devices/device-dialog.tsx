import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import type { TerminalRecord } from '../../api/types.ts'
import { useProblemWords } from '../../session/problem-words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import type { DeviceAct } from './device-actions.tsx'
import { useDeviceWords } from './words.ts'

/** Makes a device the terminal, its token shown this once, or ends the work at it. */
export function DeviceDialog({ act, terminal, onClose }: DeviceAct & { onClose: () => void }) {
  return act === 'enable' ? (
    <EnableDialog terminal={terminal} onClose={onClose} />
  ) : (
    <DisableDialog terminal={terminal} onClose={onClose} />
  )
}

interface DialogProps {
  terminal: TerminalRecord
  onClose: () => void
}

function EnableDialog({ terminal, onClose }: DialogProps) {
  const t = useDeviceWords()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isThisDevice, setIsThisDevice] = useState(false)
  const { name } = terminal
  const enable = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/pos/terminals/{id}/enable', {
          params: { path: { id: terminal.id } },
          body: { isThisDevice },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['terminals'] }),
    // A token is not kept longer than it is shown.
    gcTime: 0,
  })
  const isMade = enable.data !== undefined
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={!isMade}
      title={<Text fw={700}>{isMade ? t('made', { name }) : t('enableOf', { name })}</Text>}
    >
      <Stack>
        <Text>{isMade ? t('madeHint') : t('enableHint')}</Text>
        {enable.isError && (
          <Text c="red" role="alert">
            {words(enable.error).title}
          </Text>
        )}
        {isMade ? (
          <CopyField label={t('token')} value={enable.data.deviceToken} />
        ) : (
          <Checkbox
            label={t('isThis')}
            description={t('isThisHint')}
            checked={isThisDevice}
            onChange={(event) => setIsThisDevice(event.currentTarget.checked)}
          />
        )}
        <Group justify="flex-end">
          {isMade ? (
            <Button variant="default" onClick={onClose}>
              {t('done')}
            </Button>
          ) : (
            <Button loading={enable.isPending} onClick={() => enable.mutate()}>
              {t('enable')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

function DisableDialog({ terminal, onClose }: DialogProps) {
  const t = useDeviceWords()
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const disable = useMutation({
    mutationFn: () =>
      answer(api.POST('/pos/terminals/{id}/disable', { params: { path: { id: terminal.id } } })),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['terminals'] })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('disableSure', { name: terminal.name })}
      hint={t('disableHint')}
      action={t('disable')}
      isBusy={disable.isPending}
      fault={disable.isError ? words(disable.error).title : undefined}
      onConfirm={() => disable.mutate()}
      onClose={onClose}
    />
  )
}
