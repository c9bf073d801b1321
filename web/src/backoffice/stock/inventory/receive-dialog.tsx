import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from './goods.ts'
import { StockPaper } from './stock-paper.tsx'
import { inventoryTexts } from './texts.ts'

interface Props {
  storeId: string
  goods: ReadonlyMap<string, Goods>
  onClose: () => void
}

/** Receives a delivery into stock. */
export function ReceiveDialog({ storeId, goods, onClose }: Props) {
  const t = useWords(inventoryTexts)
  const [supplier, setSupplier] = useState('')
  const [note, setNote] = useState('')
  return (
    <StockPaper
      title={t('receive')}
      action={t('receiveDo')}
      done={t('received')}
      goods={goods}
      hasCost
      isSigned={false}
      isHeadWrong={() => false}
      onClose={onClose}
      send={(lines) =>
        answer(
          api.POST('/pos/inventory/receipts', {
            body: {
              storeId,
              ...(supplier.trim() !== '' && { supplier: supplier.trim() }),
              ...(note.trim() !== '' && { note: note.trim() }),
              lines: lines.map(({ variantId, quantity, unitCostCentavos }) => ({
                variantId,
                quantity,
                ...(unitCostCentavos !== null && { unitCostCentavos }),
              })),
            },
          }),
        )
      }
    >
      <Group grow align="flex-start">
        <TextInput
          label={t('supplier')}
          maxLength={160}
          value={supplier}
          onChange={(event) => setSupplier(event.currentTarget.value)}
        />
        <TextInput
          label={t('note')}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Group>
    </StockPaper>
  )
}
