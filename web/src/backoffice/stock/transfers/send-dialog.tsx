import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { faultyFields, useProblemWords } from '../../../problems/problem-words.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { ErrorState, RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { goodsQuery } from '../inventory/queries.ts'
import { type CountedLine, StockPaper } from '../inventory/stock-paper.tsx'
import { transferTexts } from './texts.ts'

interface Props {
  storeId: string
  destinations: readonly { storeId: string; name: string }[]
  onClose: () => void
}

/** Sends goods to another store. They leave this store's stock at once. */
export function SendDialog({ storeId, destinations, onClose }: Props) {
  const t = useWords(transferTexts)
  const words = useProblemWords()
  const goods = useQuery(goodsQuery(storeId))
  const [toStoreId, setToStoreId] = useState(
    destinations.length === 1 ? (destinations[0]?.storeId ?? null) : null,
  )
  const [note, setNote] = useState('')
  const [isToMissing, setIsToMissing] = useState(false)
  if (goods.data === undefined) {
    return (
      <Modal opened onClose={onClose} size="lg" title={t('sendTitle')}>
        {goods.error === null ? (
          <RowSkeletons rows={3} />
        ) : (
          <ErrorState {...words(goods.error)} onRetry={() => goods.refetch()} />
        )}
      </Modal>
    )
  }
  return (
    <StockPaper
      title={t('sendTitle')}
      action={t('sendDo')}
      done={t('sent')}
      goods={goods.data}
      hasCost={false}
      isSigned={false}
      isHeadWrong={() => {
        setIsToMissing(toStoreId === null)
        return toStoreId === null
      }}
      faultsOf={(error, lines) => withoutCounterpart(error, lines, t('noCounterpart'))}
      onClose={onClose}
      send={(lines) =>
        answer(
          api.POST('/pos/inventory/transfers', {
            body: {
              storeId,
              toStoreId: toStoreId ?? '',
              ...(note.trim() !== '' && { note: note.trim() }),
              lines: lines.map(({ variantId, quantity }) => ({ variantId, quantity })),
            },
          }),
        )
      }
    >
      <Select
        label={t('to')}
        placeholder={t('toPlaceholder')}
        required
        data={destinations.map((each) => ({ value: each.storeId, label: each.name }))}
        value={toStoreId}
        onChange={setToStoreId}
        error={isToMissing && toStoreId === null ? t('toMissing') : undefined}
      />
      <TextInput
        label={t('note')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </StockPaper>
  )
}

/** Goods that the destination store does not sell or cannot receive. */
function withoutCounterpart(
  error: unknown,
  lines: readonly CountedLine[],
  said: string,
): Record<string, string> {
  const paths = faultyFields(error)
  const isNamed = (_line: CountedLine, no: number) => paths.includes(`lines.${no}.toVariantId`)
  return Object.fromEntries(lines.filter(isNamed).map(({ variantId }) => [variantId, said]))
}
