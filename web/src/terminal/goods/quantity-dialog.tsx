import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Keypad } from '../../ui/fields/keypad.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { parseQuantity } from '../selling/money/quantity.ts'
import { grossCentavos } from '../selling/money/rounding.ts'
import { shopTexts } from '../words/shop-texts.ts'

interface Props {
  item: GoodsItem | null
  onClose: () => void
  onAdd: (item: GoodsItem, quantity: number) => void
}

/** Asks for the quantity of goods sold by weight or measure. */
export function QuantityDialog({ item, onClose, onAdd }: Props) {
  return (
    <Modal
      opened={item !== null}
      onClose={onClose}
      size="sm"
      title={
        <Text fw={700} fz="lg">
          {item?.name}
        </Text>
      }
    >
      {item !== null && <Form key={item.variantId} item={item} onAdd={onAdd} />}
    </Modal>
  )
}

function Form({ item, onAdd }: { item: GoodsItem; onAdd: Props['onAdd'] }) {
  const t = useWords(shopTexts)
  const [typed, setTyped] = useState('')
  const quantity = parseQuantity(typed)
  const amount = quantity === null ? '' : formatPesos(grossCentavos(quantity, item.priceCentavos))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (quantity !== null) onAdd(item, quantity)
      }}
    >
      <Stack>
        <TextInput
          label={t('quantityOf', { unit: t(`unit.${item.unit}`) })}
          description={`${formatPesos(item.priceCentavos)} ${t(`perUnit.${item.unit}`)}`}
          inputMode="decimal"
          autoComplete="off"
          size="lg"
          data-autofocus
          value={typed}
          error={typed !== '' && quantity === null ? t('quantityFault') : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Keypad
          onDigit={(digit) => setTyped((text) => text + digit)}
          onErase={() => setTyped((text) => text.slice(0, -1))}
          onClear={() => setTyped('')}
          onPoint={() => setTyped((text) => (text.includes('.') ? text : `${text === '' ? '0' : text}.`))}
        />
        <Button type="submit" size="md" h={52} disabled={quantity === null}>
          {t('quantityAdd', { amount })}
        </Button>
      </Stack>
    </form>
  )
}
