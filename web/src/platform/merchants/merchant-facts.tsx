import { Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import type { Merchant } from '../../api/types.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { formatDateTime } from '../../ui/dates.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { Facts } from '../acts/facts.tsx'
import { usePlatformWords } from '../words/words.ts'
import { merchantTones } from './merchant-tones.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { useMerchantWords } from './words.ts'

export function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const t = usePlatformWords()
  return (
    <Stack>
      <Group>
        <StatusChip tone={merchantTones[merchant.status]}>{t(`merchants.one.${merchant.status}`)}</StatusChip>
      </Group>
      <Facts
        facts={[
          [t('merchants.name'), merchant.name],
          [t('merchants.rfc'), merchant.rfc],
          [t('merchants.owner'), `${merchant.owner.name} · ${merchant.owner.email}`],
          [t('merchants.verification'), t(`merchants.verified.${merchant.verificationStatus}`)],
          [t('merchants.since'), formatDateTime(merchant.createdAt)],
          [t('merchants.database'), merchant.databaseId],
          [t('merchants.reason'), merchant.statusReason],
        ]}
      />
      {merchant.status !== 'CLOSED' && <OwnerButton merchant={merchant} />}
      <ActButtons acts={useLifeActs(merchant)} />
    </Stack>
  )
}

function OwnerButton({ merchant }: { merchant: Merchant }) {
  const t = useMerchantWords()
  const barred = useMissingPage('roles')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Group>
      <AllowedButton reason={barred} variant="light" onClick={() => setIsOpen(true)}>
        {t('owner.change')}
      </AllowedButton>
      {isOpen && <OwnerDialog merchant={merchant} onClose={() => setIsOpen(false)} />}
    </Group>
  )
}

/** Suspending, reactivating and closing: each stops or starts every till of the merchant. */
function useLifeActs(merchant: Merchant): Act[] {
  const t = usePlatformWords()
  const tMerchant = useMerchantWords()
  // Roles and the life of merchants are the administrator's alike.
  const barred = useMissingPage('roles')
  const { id, name, status } = merchant
  if (status === 'CLOSED') return []
  const act = status === 'ACTIVE' ? 'suspend' : 'activate'
  const reason = { label: t('merchants.reason'), isRequired: true, minLength: 3 }
  return [
    {
      key: act,
      label: t(`merchants.${act}`),
      title: t(`merchants.${act}Title`, { name }),
      hint: t(`merchants.${act}Hint`),
      isDanger: act === 'suspend',
      barred,
      reason,
      typedName: name,
      run: async (given) => {
        await answer(
          api.PATCH('/pos/merchants/{id}/status', {
            params: { path: { id } },
            body: { status: act === 'suspend' ? 'SUSPENDED' : 'ACTIVE', reason: given.reason },
          }),
        )
        return tMerchant(`told.${act}`, { name })
      },
    },
    {
      key: 'close',
      label: tMerchant('close'),
      title: tMerchant('closeTitle', { name }),
      hint: tMerchant('closeHint'),
      isDanger: true,
      barred,
      reason,
      typedName: name,
      run: async (given) => {
        await answer(
          api.DELETE('/pos/merchants/{id}', {
            params: { path: { id } },
            body: { name, reason: given.reason },
          }),
        )
        return tMerchant('told.close', { name })
      },
    },
  ]
}
