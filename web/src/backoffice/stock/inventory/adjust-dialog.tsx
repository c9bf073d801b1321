import { Radio, Stack, TextInput } from '@mantine/core'
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

const kinds = ['WASTE', 'ADJUSTMENT'] as const
type Kind = (typeof kinds)[number]

/** Books waste, or corrects levels; a reason is required. */
export function AdjustDialog({ storeId, goods, onClose }: Props) {
  const t = useWords(inventoryTexts)
  const [kind, setKind] = useState<Kind>('WASTE')
  const [reason, setReason] = useState('')
  const [isReasonMissing, setIsReasonMissing] = useState(false)
  return (
    <StockPaper
      title={t('adjustTitle')}
      action={t('adjustDo')}
      done={t('adjusted')}
      goods={goods}
      hasCost={false}
      isSigned={kind === 'ADJUSTMENT'}
      isHeadWrong={() => {
        const isMissing = reason.trim().length < 3
        setIsReasonMissing(isMissing)
        return isMissing
      }}
      onClose={onClose}
      send={(lines) =>
        answer(
          api.POST('/pos/inventory/adjustments', {
            body: {
              storeId,
              kind,
              reason: reason.trim(),
              lines: lines.map(({ variantId, quantity }) => ({
                variantId,
                // Waste is typed as a positive quantity and booked as a negative one.
                quantity: kind === 'WASTE' ? -Math.abs(quantity) : quantity,
              })),
            },
          }),
        )
      }
    >
      <Radio.Group
        label={t('adjustKind')}
        description={t(`adjustHint.${kind}`)}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      >
        <Stack gap="xs" mt="xs">
          {kinds.map((each) => (
            <Radio key={each} value={each} label={t(`adjustKinds.${each}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t('reason')}
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isReasonMissing ? t('reasonMissing') : undefined}
      />
    </StockPaper>
  )
}
