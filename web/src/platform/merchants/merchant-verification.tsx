import { Group, Stack, Text } from '@mantine/core'
import type { Merchant, Verification } from '@mostrador/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { useProblemWords } from '../../problems/problem-words.ts'
import { useMissingPage } from '../../session/me/abilities.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { ErrorState, RowSkeletons } from '../../ui/parts/states.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActButtons } from '../acts/act-buttons.tsx'
import { Facts } from '../acts/facts.tsx'
import { merchantListTexts } from './list-texts.ts'
import { merchantAccounts } from './merchant-queries.ts'
import { merchantTexts } from './texts.ts'

type Status = Verification['status']

const tones: Record<Status, Tone> = {
  UNVERIFIED: 'idle',
  PENDING: 'wait',
  VERIFIED: 'good',
  LAPSED: 'wait',
  REVOKED: 'bad',
  LOCKED: 'bad',
}

export function MerchantVerification({ merchant }: { merchant: Merchant }) {
  const words = useProblemWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['merchants', 'verification', merchant.id],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/pos/admin/merchants/{id}/verification', {
          params: { path: { id: merchant.id } },
          signal,
        }),
      ),
  })
  if (data !== undefined) return <Known merchant={merchant} verification={data} />
  if (error !== null) return <ErrorState {...words(error)} onRetry={() => refetch()} />
  return <RowSkeletons rows={5} />
}

function Known({ merchant, verification }: { merchant: Merchant; verification: Verification }) {
  const t = useWords(merchantTexts)
  const tPlatform = useWords(merchantListTexts)
  const { status, business } = verification
  const when = (instant: string | null) => instant && formatDateTime(instant)
  const acts = useVerificationActs(merchant, verification)
  return (
    <Stack>
      <Group>
        <StatusChip tone={tones[status]}>{tPlatform(`verified.${status}`)}</StatusChip>
      </Group>
      <Text c="dimmed">{t('verification.hint')}</Text>
      <Facts
        facts={[
          [
            t('verification.business'),
            business === null
              ? t('verification.unconfirmed')
              : `${business.evidence} · ${formatDateTime(business.confirmedAt)}`,
          ],
          [t('verification.rejections'), verification.rejections],
          [t('verification.verifiedAt'), when(verification.verifiedAt)],
          [t('verification.lockedAt'), when(verification.lockedAt)],
          [t('verification.revokedAt'), when(verification.revokedAt)],
          [t('verification.revokeReason'), verification.revokeReason],
          [t('verification.derivedAt'), when(verification.derivedAt)],
        ]}
      />
      <ActButtons acts={acts} />
    </Stack>
  )
}

/** The decisions of staff about a verification; each shows the state before and after. */
function useVerificationActs(merchant: Merchant, { status }: Verification): Act[] {
  const t = useWords(merchantTexts)
  const tPlatform = useWords(merchantListTexts)
  const adminOnly = useMissingPage('roles')
  const accounts = useInfiniteQuery(merchantAccounts(merchant.id)).data ?? []
  // Evidence outweighs an earlier decision, so a rejected or expired account can be attested too.
  const attestable = accounts.filter((each) => each.status !== 'VERIFIED')
  const params = { path: { id: merchant.id } }
  const told = (before: Status, after: Status) =>
    t('verification.told', {
      before: tPlatform(`verified.${before}`),
      after: tPlatform(`verified.${after}`),
    })
  const words = (key: 'confirm' | 'attest' | 'revoke' | 'unlock' | 'resync') => ({
    key,
    label: t(`verification.${key}`),
    title: t(`verification.${key}Title`, { name: merchant.name }),
    hint: t(`verification.${key}Hint`),
  })
  const evidence = { label: t('verification.evidence'), isRequired: true, minLength: 3 }
  const reason = { label: tPlatform('reason'), isRequired: true, minLength: 3 }
  const isStopped = status === 'REVOKED' || status === 'LOCKED'
  const at = '/pos/admin/merchants/{id}/verification'
  return [
    {
      ...words('confirm'),
      reason: evidence,
      run: async (given) => {
        const body = { evidence: given.reason }
        return told(status, (await answer(api.POST(`${at}/confirm-business`, { params, body }))).status)
      },
    },
    {
      ...words('resync'),
      run: async () => {
        const { before, after } = await answer(api.POST(`${at}/resync`, { params }))
        return told(before.status, after.status)
      },
    },
    {
      ...words('attest'),
      barred: adminOnly ?? (attestable.length === 0 ? t('verification.noAccounts') : null),
      reason: evidence,
      typedName: merchant.name,
      choose: {
        label: t('verification.account'),
        options: attestable.map(({ id, holder, clabeLastFour }) => ({
          value: id,
          label: `${holder} · •••• ${clabeLastFour}`,
        })),
      },
      run: async (given) => {
        const body = { bankAccountId: given.choice, evidence: given.reason }
        return told(status, (await answer(api.POST(`${at}/attest`, { params, body }))).status)
      },
    },
    {
      ...words('unlock'),
      barred: adminOnly ?? (isStopped ? null : t('verification.notStopped')),
      reason,
      typedName: merchant.name,
      run: async (given) => {
        const body = { reason: given.reason }
        return told(status, (await answer(api.POST(`${at}/unlock`, { params, body }))).status)
      },
    },
    {
      ...words('revoke'),
      isDanger: true,
      barred: adminOnly ?? (status === 'REVOKED' ? t('verification.isRevoked') : null),
      reason,
      typedName: merchant.name,
      run: async (given) => {
        const body = { reason: given.reason }
        return told(status, (await answer(api.POST(`${at}/revoke`, { params, body }))).status)
      },
    },
  ]
}
