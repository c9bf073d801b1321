import { Box, Stack } from '@mantine/core'
import type { PausedReason } from '@mostrador/client'
import { useQuery } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { Caution } from '../../../ui/parts/caution.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { dashboardTexts } from './texts.ts'

type Pausable = readonly { readonly pausedReason: PausedReason | null }[]

/** Whether it is paused for this reason because the person responsible left or may no longer answer for it. */
const isDeparture: Readonly<Record<PausedReason, boolean>> = {
  membership_ended: true,
  role_lowered: true,
  owner_changed: true,
  account_blocked: true,
  restored: false,
}

/** Counts what lost its responsible person; what a person pauses has no reason. */
const countPaused = ({ items }: { readonly items: Pausable }): number =>
  items.filter(({ pausedReason }) => pausedReason !== null && isDeparture[pausedReason]).length

const query = { limit: 200 }

/**
 * For the owner: how many webhooks and connections are paused because nobody answers for them, until somebody
 * resumes them.
 */
export function PausedNotice() {
  const t = useWords(dashboardTexts)
  const webhooks = useQuery({
    queryKey: ['webhooks', 'paused'],
    queryFn: async ({ signal }) =>
      countPaused(await answer(api.GET('/pos/webhooks', { params: { query }, signal }))),
  })
  const connections = useQuery({
    queryKey: ['connections', 'paused'],
    queryFn: async ({ signal }) =>
      countPaused(await answer(api.GET('/pos/connections', { params: { query }, signal }))),
  })
  const lines = [
    { key: 'pausedWebhooks', count: webhooks.data ?? 0 },
    { key: 'pausedConnections', count: connections.data ?? 0 },
  ] as const
  if (lines.every(({ count }) => count === 0)) return null
  return (
    <Box mb="lg">
      <Stack gap="sm">
        {lines.map(({ key, count }) => count > 0 && <Caution key={key}>{t(key, { count })}</Caution>)}
      </Stack>
    </Box>
  )
}
