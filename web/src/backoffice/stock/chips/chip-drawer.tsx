import { Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ChipUnit } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { pages } from '../../../desk/navigation/navigation.ts'
import { PageLink } from '../../../desk/navigation/page-link.tsx'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { useMissingScope } from '../../../session/me/abilities.ts'
import { useStoreChoice } from '../../../session/me/store-choice.ts'
import { formatCalendarDay, formatDateTime } from '../../../ui/format/dates.ts'
import { groupByFour } from '../../../ui/format/groups.ts'
import { formatPesos } from '../../../ui/format/money.ts'
import { groupPhone } from '../../../ui/format/phone.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Drawer } from '../../../ui/layers/drawer.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { chipTones } from './chip-tones.ts'
import { unitQuery } from './queries.ts'
import { chipTexts } from './texts.ts'

interface Props {
  id: string
  /** Product names by id. */
  names: ReadonlyMap<string, string>
  onClose: () => void
}

/** One chip: its delivery, its sale and its activation. */
export function ChipDrawer({ id, names, onClose }: Props) {
  const words = useProblemWords()
  const { data: chip, error, refetch } = useQuery(unitQuery(id))
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={420}
      title={<span className="figures">{chip === undefined ? '' : groupByFour(chip.iccid)}</span>}
    >
      {chip === undefined && error !== null && <ErrorState {...words(error)} onRetry={() => refetch()} />}
      {chip === undefined && error === null && <RowSkeletons rows={4} />}
      {chip !== undefined && (
        <Stack gap="lg">
          <Facts chip={chip} product={names.get(chip.productId) ?? null} />
          <Activation chip={chip} />
        </Stack>
      )}
    </Drawer>
  )
}

function Facts({ chip, product }: { chip: ChipUnit; product: string | null }) {
  const t = useWords(chipTexts)
  const money = (amountCentavos: number | null) =>
    amountCentavos === null ? null : formatPesos(amountCentavos)
  const at = (instant: string | null) => (instant === null ? null : formatDateTime(instant))
  const facts: [string, string | null][] = [
    [t('product'), product],
    [t('msisdn'), chip.msisdn === null ? null : groupPhone(chip.msisdn)],
    [t('imsi'), chip.imsi],
    [t('carrier'), chip.carrier],
    [t('batch'), chip.batch],
    [t('price'), money(chip.priceCentavos)],
    [t('cost'), money(chip.costCentavos)],
    [t('expires'), chip.expiresOn === null ? null : formatCalendarDay(chip.expiresOn)],
    [t('imported'), at(chip.importedAt)],
    [t('sold'), at(chip.soldAt)],
    [t('activated'), at(chip.activatedAt)],
  ]
  return (
    <Stack gap="sm">
      <Group>
        <StatusChip tone={chipTones[chip.status]}>{t(`one.${chip.status}`)}</StatusChip>
      </Group>
      {facts.map(
        ([label, value]) =>
          value !== null && (
            <div key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text fw={600} className="figures">
                {value}
              </Text>
            </div>
          ),
      )}
      {chip.orderId !== null && (
        <PageLink to={pages.orders.to} search={{ ver: chip.orderId }}>
          {t('sale')}
        </PageLink>
      )}
    </Stack>
  )
}

/** Records that the customer's line is active. This cannot be undone. */
function Activation({ chip }: { chip: ChipUnit }) {
  const t = useWords(chipTexts)
  const words = useProblemWords()
  const queryClient = useQueryClient()
  const [isConfirming, setIsConfirming] = useState(false)
  const barred = useMissingScope(useStoreChoice(), 'POS_INVENTORY_WRITE')
  const activate = useMutation({
    mutationFn: () => answer(api.POST('/vas/chips/{id}/activate', { params: { path: { id: chip.id } } })),
    onSuccess: () => {
      setIsConfirming(false)
      notifications.show({ message: t('activatedNow') })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['chips'] }),
  })
  const reason =
    barred ?? (chip.status === 'SOLD' ? null : t(chip.status === 'ACTIVATED' ? 'isActive' : 'onlySold'))
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('activateHint')}
      </Text>
      <AllowedButton reason={reason} onClick={() => setIsConfirming(true)}>
        {t('activate')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('activateSure', { iccid: groupByFour(chip.iccid) })}
        hint={t('activateSureHint')}
        action={t('activate')}
        isBusy={activate.isPending}
        fault={activate.isError ? words(activate.error).title : undefined}
        onConfirm={() => activate.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </Stack>
  )
}
