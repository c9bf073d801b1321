import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Keypad } from '../../ui/fields/keypad.tsx'
import { formatPesos, parsePesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { Modal } from '../../ui/layers/modal.tsx'
import { WeighButton } from '../../ui/scale/weigh-button.tsx'
import { useWords } from '../../ui/words/words.ts'
import { type GoodsItem, isSoldByAmount } from '../catalog/goods-item.ts'
import type { HowMuch } from '../selling/cart/cart-lines.ts'
import { parseSoldQuantity } from '../selling/money/quantity.ts'
import { grossCentavos, quantityFor } from '../selling/money/rounding.ts'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  item: GoodsItem | null
  onClose: () => void
  onAdd: (item: GoodsItem, howMuch: HowMuch) => void
}

/** Asks how much of goods sold by weight or measure: a quantity, or for how much money. */
export function QuantityDialog({ item, onClose, onAdd }: Props) {
  return (
    <Modal opened={item !== null} onClose={onClose} size="sm" title={item?.name}>
      {item !== null && <Form key={item.variantId} item={item} onAdd={onAdd} />}
    </Modal>
  )
}

type By = 'quantity' | 'amount'

function Form({ item, onAdd }: { item: GoodsItem; onAdd: Props['onAdd'] }) {
  const t = useWords(shopTexts)
  const [by, setBy] = useState<By>('quantity')
  const [typed, setTyped] = useState('')
  const howMuch = by === 'quantity' ? parseSoldQuantity(typed) : amountOf(typed)
  const said = useSaid(item, howMuch)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (howMuch !== null) onAdd(item, howMuch)
      }}
    >
      <Stack>
        {item.unit === 'KILOGRAM' && <WeighButton onTake={(grams) => onAdd(item, grams / 1_000)} />}
        {isSoldByAmount(item) && (
          <SegmentedControl
            fullWidth
            aria-label={t('quantityBy')}
            value={by}
            data={(['quantity', 'amount'] as const).map((value) => ({ value, label: t(`by.${value}`) }))}
            onChange={(value) => {
              setBy(value === 'amount' ? 'amount' : 'quantity')
              setTyped('')
            }}
          />
        )}
        <TextInput
          label={by === 'quantity' ? t('quantityOf', { unit: t(`unit.${item.unit}`) }) : t('amountOf')}
          description={`${formatPesos(item.priceCentavos)} ${t(`perUnit.${item.unit}`)}`}
          inputMode="decimal"
          autoComplete="off"
          size="lg"
          data-autofocus
          value={typed}
          error={
            typed !== '' && howMuch === null
              ? t(by === 'quantity' ? 'quantityFault' : 'amountFault')
              : undefined
          }
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Keypad
          onDigit={(digit) => setTyped((text) => text + digit)}
          onErase={() => setTyped((text) => text.slice(0, -1))}
          onClear={() => setTyped('')}
          onPoint={() => setTyped((text) => (text.includes('.') ? text : `${text === '' ? '0' : text}.`))}
        />
        <LayerFoot>
          <Button type="submit" size="md" h={52} fullWidth disabled={howMuch === null}>
            {t('quantityAdd', { amount: said })}
          </Button>
        </LayerFoot>
      </Stack>
    </form>
  )
}

function amountOf(typed: string): HowMuch | null {
  const amountCentavos = parsePesos(typed)
  return amountCentavos === null || amountCentavos === 0 ? null : { amountCentavos }
}

/** What the button says: the price of a quantity, or the quantity of an amount. */
function useSaid({ priceCentavos, unit }: GoodsItem, howMuch: HowMuch | null): string {
  const t = useWords(shopTexts)
  if (howMuch === null) return ''
  if (typeof howMuch === 'number') return formatPesos(grossCentavos(howMuch, priceCentavos))
  const { amountCentavos } = howMuch
  const quantity = formatQuantity(quantityFor(amountCentavos, priceCentavos))
  return `${formatPesos(amountCentavos)} · ${quantity} ${t(`unit.${unit}`)}`
}
