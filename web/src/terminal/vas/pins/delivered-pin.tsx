import { Button, Text } from '@mantine/core'
import type { GiftPin, VasSale } from '@mostrador/client'
import { IconEye, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useProblemWords } from '../../../problems/problem-words.ts'
import { PinCard } from '../../../ui/paper/pin-card.tsx'
import { usePrinter } from '../../../ui/printer/use-printer.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { salePaperWithPin } from '../paper/sale-paper.ts'
import { ReprintForm } from './reprint-form.tsx'
import { showPinKey } from './show-pin-key.ts'
import { pinTexts } from './texts.ts'

interface Props {
  sale: VasSale
  /** The PIN as this screen received it. In clear it stays in memory until the screen closes. */
  pin: GiftPin | null
  onShown: (pin: GiftPin | null) => void
}

/** The PIN of a completed sale: in clear in the one answer that carries it, masked from then on. */
export function DeliveredPin({ sale, pin, onShown }: Props) {
  const t = useWords(pinTexts)
  const { print, isPrinting } = usePrinter()
  const [reprintsLeft, setReprintsLeft] = useState<number | null>(null)
  if (pin?.code != null) {
    return (
      <>
        <PinCard
          pin={pin}
          actions={
            <Button
              size="md"
              h={52}
              leftSection={<IconPrinter size={19} />}
              loading={isPrinting}
              onClick={() => void print(salePaperWithPin(sale, pin) ?? [])}
            >
              {t('printPin')}
            </Button>
          }
        />
        {reprintsLeft !== null && <Text c="dimmed">{t('left', { count: reprintsLeft })}</Text>}
      </>
    )
  }
  // Anyone who did not sell it here sees it masked, whether it was shown or not.
  if (pin === null || pin.canBeShown) return <UnseenPin saleId={sale.id} pin={pin} onShown={onShown} />
  return (
    <PinCard
      pin={pin}
      actions={
        <ReprintForm
          sale={sale}
          onReprinted={(reprint) => {
            setReprintsLeft(reprint.reprintsLeft)
            onShown(reprint.pin)
          }}
        />
      }
    />
  )
}

/** Reading the sale reveals its PIN, only once, so it takes a press. */
function UnseenPin({ saleId, pin, onShown }: { saleId: string } & Omit<Props, 'sale'>) {
  const t = useWords(pinTexts)
  const words = useProblemWords()
  const reveal = useMutation({
    mutationKey: showPinKey,
    mutationFn: () => answer(api.GET('/vas/sale/{id}', { params: { path: { id: saleId } } })),
    gcTime: 0,
    onSuccess: (sale) => onShown(sale.pin),
  })
  const fault = reveal.error === null ? null : words(reveal.error).title
  return (
    <>
      <Text>{pin === null ? t('missing') : t('unseen')}</Text>
      <Button
        size="lg"
        leftSection={<IconEye size={20} />}
        loading={reveal.isPending}
        onClick={() => reveal.mutate()}
      >
        {t('show')}
      </Button>
      {fault !== null && (
        <Text c="red" role="alert">
          {fault}
        </Text>
      )}
    </>
  )
}
