import { Stack, Text } from '@mantine/core'
import type { Approval } from '@mostrador/client'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { answer, api } from '../api/client.ts'
import { useProblemWords } from '../problems/problem-words.ts'
import { refundWayTexts } from '../refunds/texts.ts'
import { ErrorState, RowSkeletons } from '../ui/parts/states.tsx'
import { useWords } from '../ui/words/words.ts'
import { ApprovedGoods } from './approved-goods.tsx'
import { approveHereTexts } from './texts.ts'

interface Props {
  approvalIds: readonly string[]
  /** Where the approver signs: shown only under all that they sign. */
  children: ReactNode
}

/** What is being approved, each request with its goods. */
export function Asked({ approvalIds, children }: Props) {
  const words = useProblemWords()
  const asked = useQueries({
    queries: approvalIds.map((id) => ({
      queryKey: ['approvals', 'one', id],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        answer(api.GET('/pos/approvals/{id}', { params: { path: { id } }, signal })),
    })),
  })
  const missing = asked.filter(({ data }) => data === undefined)
  const failed = missing.find(({ error }) => error !== null)
  if (failed !== undefined)
    return (
      <ErrorState
        {...words(failed.error)}
        onRetry={() => {
          for (const { refetch } of missing) void refetch()
        }}
      />
    )
  if (missing.length > 0) return <RowSkeletons rows={3} />
  return (
    <>
      {asked.map(({ data }) => data !== undefined && <Request key={data.id} approval={data} />)}
      {children}
    </>
  )
}

function Request({ approval }: { approval: Approval }) {
  const t = useWords(approveHereTexts)
  const tWay = useWords(refundWayTexts)
  const { type, requesterName, reason, refundMethod } = approval
  return (
    <Stack gap={6} mb="sm">
      <Text>
        <b>{t(`type.${type}`)}</b> · {requesterName}: “{reason}”
      </Text>
      <ApprovedGoods about={approval} />
      {type !== 'DISCOUNT' && (
        <Text>
          {tWay('label')}: {tWay(`asked.${refundMethod ?? 'original'}`)}
        </Text>
      )}
    </Stack>
  )
}
