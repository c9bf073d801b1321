import type { QueuedBankAccount } from '@mostrador/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { formatDateTime } from '../../ui/format/dates.ts'
import type { Tone } from '../../ui/illustrations/picture.tsx'
import { StatusChip } from '../../ui/parts/status-chip.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Given } from '../acts/act.ts'
import { type CaseFace, Queue } from './queue.tsx'
import { bankAccountCases } from './queue-queries.ts'
import { queueTexts } from './texts.ts'

type Status = QueuedBankAccount['status']

const bankAccountTones: Record<Status, Tone> = {
  PENDING: 'wait',
  VERIFIED: 'good',
  REJECTED: 'bad',
  EXPIRED: 'idle',
}

export function BankAccountQueue() {
  const t = useWords(queueTexts)
  const [status, setStatus] = useState<Status>('PENDING')
  const faceOf = useBankAccountFace()
  return (
    <Queue<QueuedBankAccount, Status>
      label={t('tab.cuentas')}
      hint={t('bank.hint')}
      filter={{
        value: status,
        onChange: setStatus,
        options: (Object.keys(bankAccountTones) as Status[]).map((value) => ({
          value,
          label: t(`bank.many.${value}`),
        })),
      }}
      listing={useInfiniteQuery(bankAccountCases(status))}
      idOf={({ id }) => id}
      empty={{ title: t('bank.empty'), hint: t('bank.emptyHint') }}
      faceOf={faceOf}
      columns={[
        { accessor: 'merchant.name', title: t('merchant') },
        { accessor: 'holder', title: t('bank.holder') },
        { accessor: 'bank', title: t('bank.bank'), render: ({ bank }) => bank?.name ?? '—' },
        { accessor: 'clabeLastFour', title: t('bank.clabe'), render: (each) => `•••• ${each.clabeLastFour}` },
        { accessor: 'addedAt', title: t('since'), render: ({ addedAt }) => formatDateTime(addedAt) },
      ]}
    />
  )
}

/** A merchant's bank account with its decisions, for the queue and for the merchant's own page. */
export function useBankAccountFace(): (account: QueuedBankAccount) => CaseFace {
  const t = useWords(queueTexts)
  return (account) => {
    const { id, status, holder, merchant } = account
    const decide = async (to: 'VERIFIED' | 'REJECTED', reason: string) => {
      await answer(
        api.PATCH('/pos/settlements/bank-account/{id}/verification', {
          params: { path: { id } },
          body: { status: to, ...(reason !== '' && { reason }) },
        }),
      )
      return t(`bank.told.${to}`)
    }
    return {
      title: holder,
      chip: <StatusChip tone={bankAccountTones[status]}>{t(`bank.one.${status}`)}</StatusChip>,
      facts: [
        [t('merchant'), merchant.name],
        [t('bank.bank'), account.bank?.name],
        [t('bank.clabe'), `•••• ${account.clabeLastFour}`],
        [t('since'), formatDateTime(account.addedAt)],
        [t('bank.attested'), account.isAttested ? t('yes') : t('no')],
        [t('decidedAt'), account.decidedAt === null ? null : formatDateTime(account.decidedAt)],
        [t('bank.expires'), account.expiresAt === null ? null : formatDateTime(account.expiresAt)],
        [t('reason'), account.reason],
      ],
      acts: [
        ...(status === 'PENDING' || status === 'EXPIRED'
          ? [
              {
                key: 'verify',
                label: t('bank.verify'),
                title: t('bank.verifyTitle', { holder }),
                hint: t('bank.verifyHint'),
                reason: { label: t('note'), isRequired: false, minLength: 3 },
                run: ({ reason }: Given) => decide('VERIFIED', reason),
              },
            ]
          : []),
        ...(status === 'REJECTED'
          ? []
          : [
              {
                key: 'reject',
                label: t('reject'),
                title: t('bank.rejectTitle', { holder }),
                hint: t('bank.rejectHint'),
                isDanger: true,
                reason: { label: t('reason'), isRequired: true, minLength: 3 },
                run: ({ reason }: Given) => decide('REJECTED', reason),
              },
            ]),
      ],
    }
  }
}
