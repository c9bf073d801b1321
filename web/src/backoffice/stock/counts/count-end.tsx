import { Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useActWords } from '../../../problems/problem-words.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { AllowedButton } from '../../../ui/parts/allowed-button.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { countQuery } from './counts-query.ts'
import type { Tally } from './tally.ts'
import { countTexts } from './texts.ts'

interface Props {
  countId: string
  tally: Tally
  goods: ReadonlyMap<string, Goods>
  barred: string | null
  onEnd: () => void
}

/** Books a count's differences, or discards the count. */
export function CountEnd({ countId, tally, goods, barred, onEnd }: Props) {
  const t = useWords(countTexts)
  const [asked, setAsked] = useState<'close' | 'cancel' | null>(null)
  const close = useEnding(countId, 'close', goods, onEnd)
  const cancel = useEnding(countId, 'cancel', goods, onEnd)
  return (
    <Group justify="space-between" mt="lg">
      <AllowedButton variant="subtle" color="red" reason={barred} onClick={() => setAsked('cancel')}>
        {t('cancel')}
      </AllowedButton>
      <AllowedButton
        reason={barred ?? (tally.counted === 0 ? t('notCounted') : null)}
        onClick={() => setAsked('close')}
      >
        {t('apply')}
      </AllowedButton>
      <ConfirmDialog
        isOpen={asked === 'close'}
        title={t('applySure')}
        hint={t('applyHint', { different: tally.different, missing: tally.total - tally.counted })}
        action={t('apply')}
        isBusy={close.isBusy}
        fault={close.fault}
        onConfirm={close.end}
        onClose={() => setAsked(null)}
      />
      <ConfirmDialog
        isOpen={asked === 'cancel'}
        title={t('cancelSure')}
        hint={t('cancelHint')}
        action={t('cancel')}
        isBusy={cancel.isBusy}
        fault={cancel.fault}
        onConfirm={cancel.end}
        onClose={() => setAsked(null)}
      />
    </Group>
  )
}

function useEnding(
  countId: string,
  how: 'close' | 'cancel',
  goods: ReadonlyMap<string, Goods>,
  onEnd: () => void,
) {
  const t = useWords(countTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const ending = useMutation({
    // Runs after the last count that is still being saved.
    scope: { id: `count-${countId}` },
    mutationFn: () => {
      const params = { path: { id: countId } }
      return answer(
        how === 'close'
          ? api.POST('/pos/inventory/counts/{id}/close', { params })
          : api.POST('/pos/inventory/counts/{id}/cancel', { params }),
      )
    },
    onSuccess: ({ status }) => {
      queryClient.setQueryData(countQuery(countId).queryKey, (before) => before && { ...before, status })
      notifications.show({ message: t(how === 'close' ? 'applied' : 'canceled'), color: 'agave' })
      onEnd()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stock'] }),
  })
  const lacking = lackingIn(ending.error)
  const names = lacking.map((id) => goods.get(id)?.name ?? '').filter((name) => name !== '')
  return {
    isBusy: ending.isPending,
    end: () => ending.mutate(),
    fault: !ending.isError
      ? undefined
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
