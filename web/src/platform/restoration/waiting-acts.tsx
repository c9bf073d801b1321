import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { RestoredAct } from '@mostrador/client'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { Changes } from '../../desk/audit/audit-list.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { Act } from '../acts/act.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { useRestoredActWords } from './act-words.ts'
import { restorationTexts } from './texts.ts'

/** What waits for a decision, each with its buttons. */
export function WaitingActs({ acts }: { acts: readonly RestoredAct[] }) {
  const t = useWords(restorationTexts)
  if (acts.length === 0) return <Text c="dimmed">{t('noneWaits')}</Text>
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {acts.map((act) => (
        <li key={act.id}>
          <WaitingAct act={act} />
        </li>
      ))}
    </Stack>
  )
}

function WaitingAct({ act }: { act: RestoredAct }) {
  const t = useWords(restorationTexts)
  const { what, whom, where, gift } = useRestoredActWords()
  const [asked, setAsked] = useState<Act | null>(null)
  const [isShown, setIsShown] = useState(false)
  const title = t('acceptTitle', { action: what(act), subject: whom(act) })
  const given = gift(act)
  const question = (decision: 'ACCEPTED' | 'DECLINED', label: string, hint: string): Act => ({
    key: decision,
    label,
    title,
    hint: given === null ? hint : `${t('gives', { gift: given })}. ${hint}`,
    run: async () => {
      await answer(
        api.POST('/platform/restored_acts/{id}/decision', {
          params: { path: { id: act.id } },
          body: { decision },
        }),
      )
      return undefined
    },
  })
  const when = formatDateTime(act.at)
  const isFailed = act.status === 'FAILED'
  return (
    <Paper withBorder p="md" component="article" aria-label={title}>
      <Group justify="space-between" gap="md">
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600}>{title}</Text>
          {given !== null && <Text>{t('gives', { gift: given })}</Text>}
          {where(act) !== '' && <Text>{where(act)}</Text>}
          <Text size="sm" c="dimmed">
            {act.personName === null ? when : t('doneBy', { person: act.personName, when })}
          </Text>
          {isFailed && <Text c="red">{t('failed', { problem: act.problem ?? '' })}</Text>}
          <Button variant="light" size="compact-md" mt="xs" onClick={() => setIsShown(true)}>
            {t('detail')}
          </Button>
        </div>
        <Group gap="sm">
          {isFailed ? (
            <Button
              variant="default"
              onClick={() => setAsked(question('DECLINED', t('doneByHand'), t('byHandHint')))}
            >
              {t('doneByHand')}
            </Button>
          ) : (
            <>
              <Button
                variant="default"
                onClick={() => setAsked(question('DECLINED', t('decline'), t('declineHint')))}
              >
                {t('decline')}
              </Button>
              <Button onClick={() => setAsked(question('ACCEPTED', t('accept'), t('acceptHint')))}>
                {t('accept')}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {asked !== null && <ActDialog act={asked} onClose={() => setAsked(null)} />}
      <Modal opened={isShown} onClose={() => setIsShown(false)} size="lg" title={title}>
        <Changes entry={{ ...act, userName: act.personName }} />
      </Modal>
    </Paper>
  )
}
