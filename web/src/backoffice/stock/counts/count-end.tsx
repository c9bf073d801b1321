import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActWords, useProblemWords } from '../../../problems/problem-words.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { countQuery } from './counts-query.ts'
import { endOf, takeBackEnd } from './ending.ts'
import { UnsavedCounts } from './saves.ts'
import type { Tally } from './tally.ts'
import { countTexts } from './texts.ts'

interface Props {
  countId: string
  tally: Tally
  goods: ReadonlyMap<string, Goods>
  barred: string | null
  /** @throws UnsavedCounts */
  assertSaved: () => void
  /** Reads the lines, and with them the tally, again. */
  readAgain: () => Promise<void>
  onEnd: () => void
}

/** Books a count's differences, or discards the count. */
export function CountEnd({ countId, tally, goods, barred, assertSaved, readAgain, onEnd }: Props) {
  const t = useWords(countTexts)
  const words = useProblemWords()
  const [asked, setAsked] = useState<'close' | 'cancel' | null>(null)
  const close = useEnding(countId, 'close', { goods, assertSaved, onEnd })
  const cancel = useEnding(countId, 'cancel', { goods, assertSaved, onEnd })
  // Everything is booked that anybody has counted, which this screen may not have: it is read before the question.
  const ask = useMutation({
    mutationFn: readAgain,
    onSuccess: () => setAsked('close'),
    onError: (error) => notifications.show({ message: words(error).title, color: 'red' }),
  })
  const leave = (ending: typeof close) => () => {
    ending.takeBack()
    setAsked(null)
  }
  return (
    <Group justify="space-between" mt="lg">
      <AllowedButton variant="subtle" color="red" reason={barred} onClick={() => setAsked('cancel')}>
        {t('cancel')}
      </AllowedButton>
      <AllowedButton
        reason={barred ?? (tally.counted === 0 ? t('notCounted') : null)}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {t('apply')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={asked === 'close'}
        title={t('applySure')}
        hint={t('applyHint', { different: tally.different, missing: tally.total - tally.counted })}
        action={t('apply')}
        isBusy={close.isBusy}
        isSending={close.isSending}
        fault={close.fault}
        onConfirm={close.end}
        onClose={leave(close)}
      />
      <ConfirmDialog
        isOpen={asked === 'cancel'}
        title={t('cancelSure')}
        hint={t('cancelHint')}
        action={t('cancel')}
        isBusy={cancel.isBusy}
        isSending={cancel.isSending}
        fault={cancel.fault}
        onConfirm={cancel.end}
        onClose={leave(cancel)}
      />
    </Group>
  )
}

function useEnding(
  countId: string,
  how: 'close' | 'cancel',
  { goods, assertSaved, onEnd }: Pick<Props, 'goods' | 'assertSaved' | 'onEnd'>,
) {
  const t = useWords(countTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const ending = useMutation({
    ...endOf({ countId, how, assertSaved }),
    onSuccess: ({ status }) => {
      queryClient.setQueryData(countQuery(countId).queryKey, (before) => before && { ...before, status })
      notifications.show({ message: t(how === 'close' ? 'applied' : 'canceled'), color: 'agave' })
      onEnd()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stock'] }),
  })
  const namesOf = (ids: readonly string[]) =>
    ids.map((id) => goods.get(id)?.name ?? '').filter((name) => name !== '')
  const names = namesOf(lackingIn(ending.error))
  return {
    isBusy: ending.isPending,
    /** Not while it waits for counts that are being saved, which takes as long as the network does. */
    isSending: ending.isPending && !ending.isPaused,
    takeBack: () => {
      if (!ending.isPaused) return
      ending.reset()
      takeBackEnd(queryClient, countId)
    },
    end: () => ending.mutate(),
    fault: !ending.isError
      ? undefined
      : ending.error instanceof UnsavedCounts
        ? t('unsaved', { names: namesOf(ending.error.variantIds).join(', ') })
        : names.length > 0
          ? t('short', { names: names.join(', ') })
          : words(ending.error),
  }
}

/** The goods listed in `insufficient_stock`. */
function lackingIn(error: unknown): string[] {
  if (!isProblem(error, 'insufficient_stock') || !Array.isArray(error.extras['lines'])) return []
  return (error.extras['lines'] as { variantId: string }[]).map(({ variantId }) => variantId)
}
