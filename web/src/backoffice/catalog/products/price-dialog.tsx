import { Group, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import type { Product } from '@mostrador/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { parseNumber } from '../../../ui/fields/parse-number.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { useBulkWords } from './bulk-faults.ts'
import type { ChangeTogether } from './change-together.ts'
import { PricePreview } from './price-preview.tsx'
import { productTexts } from './texts.ts'

interface Props {
  storeId: string
  products: readonly Product[]
  isBusy: boolean
  fault: string | undefined
  /** Called when the preview of these products was refused. */
  onRefused: (error: unknown, products: readonly Product[]) => void
  onChange: (changes: ChangeTogether) => void
  onClose: () => void
}

const roundings = [1, 10, 50, 100] as const
type Rounding = (typeof roundings)[number]

interface Asked {
  isUp: boolean
  isPercent: boolean
  percent: number | string
  amountCentavos: number | null
  rounding: Rounding
}

/** Raises or lowers prices. The server previews every new price, and changes nothing when prices are others than it showed. */
export function PriceDialog(props: Props) {
  const { storeId, products, isBusy, fault, onRefused, onChange, onClose } = props
  const words = useBulkWords()
  const t = useWords(productTexts)
  const [asked, setAsked] = useState<Asked>({
    isUp: true,
    isPercent: true,
    percent: '',
    amountCentavos: null,
    rounding: 50,
  })
  const changes = changesOf(asked)
  const preview = usePreview(storeId, products, changes, onRefused)
  const count = preview.data?.changedCount ?? 0
  const isCurrent = preview.isSuccess && !preview.isPlaceholderData && !preview.isFetching
  const isReady = changes !== undefined && isCurrent && count > 0
  return (
    <Modal opened onClose={onClose} isSending={isBusy} size="lg" title={t('changePrice')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onChange({ ...preview.asked, basis: preview.data.basis })
        }}
      >
        <Stack>
          <How asked={asked} onAsk={(more) => setAsked({ ...asked, ...more })} />
          <PricePreview
            isAsked={changes !== undefined}
            preview={changes === undefined || preview.isError ? undefined : preview.data}
            fault={preview.isError ? words(preview.error, products, asked) : fault}
          />
          <FormButtons
            label={t('applyTo', { count })}
            isBusy={isBusy}
            isDisabled={!isReady}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

function How({ asked, onAsk }: { asked: Asked; onAsk: (more: Partial<Asked>) => void }) {
  const t = useWords(productTexts)
  return (
    <>
      <Group>
        <SegmentedControl
          aria-label={t('direction')}
          value={asked.isUp ? 'up' : 'down'}
          onChange={(value) => onAsk({ isUp: value === 'up' })}
          data={[
            { value: 'up', label: t('up') },
            { value: 'down', label: t('down') },
          ]}
        />
        <SegmentedControl
          aria-label={t('by')}
          value={asked.isPercent ? 'percent' : 'amount'}
          onChange={(value) => onAsk({ isPercent: value === 'percent' })}
          data={[
            { value: 'percent', label: t('percent') },
            { value: 'amount', label: t('amount') },
          ]}
        />
      </Group>
      <Group grow align="flex-start">
        {asked.isPercent ? (
          <NumberInput
            label={t('percentField')}
            data-autofocus
            min={0.01}
            max={asked.isUp ? 1_000 : 99.99}
            decimalScale={2}
            allowNegative={false}
            suffix=" %"
            value={asked.percent}
            onChange={(percent) => onAsk({ percent })}
          />
        ) : (
          <MoneyField
            label={t('amountField')}
            value={asked.amountCentavos}
            onChange={(amountCentavos) => onAsk({ amountCentavos })}
          />
        )}
        <Select
          label={t('rounding')}
          allowDeselect={false}
          data={roundings.map((each) => ({ value: String(each), label: t(`roundings.c${each}`) }))}
          value={String(asked.rounding)}
          onChange={(value) =>
            onAsk({ rounding: roundings.find((each) => String(each) === value) ?? asked.rounding })
          }
        />
      </Group>
    </>
  )
}

/** The change to request; undefined while the form is incomplete. */
function changesOf({
  isUp,
  isPercent,
  percent,
  amountCentavos,
  rounding,
}: Asked): ChangeTogether | undefined {
  const sign = isUp ? 1 : -1
  if (isPercent) {
    const bps = Math.round((parseNumber(percent) ?? 0) * 100)
    if (bps === 0) return undefined
    return { price: { kind: 'PERCENT', percentBps: sign * bps }, roundToCentavos: rounding }
  }
  if (amountCentavos === null || amountCentavos === 0) return undefined
  return { price: { kind: 'AMOUNT', amountCentavos: sign * amountCentavos }, roundToCentavos: rounding }
}

function usePreview(
  storeId: string,
  products: readonly Product[],
  changes: ChangeTogether | undefined,
  onRefused: Props['onRefused'],
) {
  const asked = useDeferredValue(changes)
  const productIds = products.map(({ id }) => id)
  const preview = useQuery({
    queryKey: ['products', 'bulk-preview', storeId, productIds, asked],
    queryFn: async ({ signal }) => {
      const body = { storeId, productIds, ...asked, dryRun: true }
      try {
        return await answer(api.POST('/pos/products/bulk-change', { body, signal }))
      } catch (error) {
        onRefused(error, products)
        throw error
      }
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  /** What is previewed: it may be a moment behind what is typed. */
  return { ...preview, asked }
}
