import { Group, Stack } from '@mantine/core'
import type { Merchant } from '@mostrador/client'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import { AllowedButton } from '../../ui/parts/allowed-button.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { Facts } from '../acts/facts.tsx'
import { OwnerInviteButton, PasswordLinkButton } from '../links/link-button.tsx'
import { FactorResetButton } from '../second-factor/reset-button.tsx'
import { merchantListTexts } from './list-texts.ts'
import { merchantTones } from './merchant-tones.ts'
import { OwnerDialog } from './owner-dialog.tsx'
import { merchantTexts } from './texts.ts'

export function MerchantFacts({ merchant }: { merchant: Merchant }) {
  const t = useWords(merchantListTexts)
  return (
    <Stack>
      <Group>
        <StatusChip tone={merchantTones[merchant.status]}>{t(`one.${merchant.status}`)}</StatusChip>
      </Group>
      <Facts
        facts={[
          [t('name'), merchant.name],
          [t('rfc'), merchant.rfc],
          [t('owner'), `${merchant.owner.name} · ${merchant.owner.email}`],
          [t('verification'), t(`verified.${merchant.verificationStatus}`)],
          [t('since'), formatDateTime(merchant.createdAt)],
          [t('database'), merchant.databaseId],
          [t('reason'), merchant.statusReason],
        ]}
      />
      {merchant.status !== 'CLOSED' && <OwnerButton merchant={merchant} />}
      <ActButtons acts={useLifeActs(merchant)} />
    </Stack>
  )
}

function OwnerButton({ merchant }: { merchant: Merchant }) {
  const t = useWords(merchantTexts)
  const barred = useMissingPage('roles')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Group>
      <AllowedButton reason={barred} variant="light" onClick={() => setIsOpen(true)}>
        {t('owner.change')}
      </AllowedButton>
      <PasswordLinkButton accountId={merchant.owner.id} name={merchant.owner.name} />
      <FactorResetButton person={merchant.owner} />
      <OwnerInviteButton merchantId={merchant.id} name={merchant.owner.name} />
      {isOpen && <OwnerDialog merchant={merchant} onClose={() => setIsOpen(false)} />}
    </Group>
  )
}

/** Suspends, reactivates or closes a merchant. Each stops or starts all its tills. */
function useLifeActs(merchant: Merchant): Act[] {
  const t = useWords(merchantListTexts)
  const tMerchant = useWords(merchantTexts)
  // Only administrators change a merchant's state, as they do roles.
  const barred = useMissingPage('roles')
  const { id, name, status } = merchant
  if (status === 'CLOSED') return []
  const act = status === 'ACTIVE' ? 'suspend' : 'activate'
  const reason = { label: t('reason'), isRequired: true, minLength: 3 }
  return [
    {
      key: act,
      label: t(`${act}`),
      title: t(`${act}Title`, { name }),
      hint: t(`${act}Hint`),
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
