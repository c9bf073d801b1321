import { ActionIcon, Group, Paper, Select, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import { MoneyField } from '../../../ui/fields/money-field.tsx'
import { QuantityField, type QuantityValue } from '../../../ui/fields/quantity-field.tsx'
import { useScans } from '../../../ui/scanner/meanings.ts'
import { useWords } from '../../../ui/words/words.ts'
import { findGoods, type Goods, goodsByCode } from './goods.ts'
import { inventoryTexts } from './texts.ts'

/** One line of a delivery or an adjustment, as it is being typed. */
export interface Line {
  readonly variantId: string
  readonly quantity: QuantityValue
  readonly unitCostCentavos: number | null
}

interface Props {
  goods: ReadonlyMap<string, Goods>
  lines: readonly Line[]
  onChange: Dispatch<SetStateAction<readonly Line[]>>
  hasCost: boolean
  /** Whether negative quantities are allowed. */
  isSigned: boolean
  /** Faults of lines, by goods. */
  faults: Readonly<Record<string, string>>
}

const shownGoods = 30
const mostLines = 500

/** The lines of a document: goods searched or scanned, each with its quantity. */
export function GoodsLines({ goods, lines, onChange, ...rest }: Props) {
  const t = useWords(inventoryTexts)
  const [typed, setTyped] = useState('')
  const found = useMemo(() => {
    const taken = new Set(lines.map(({ variantId }) => variantId))
    const free = [...goods.values()].filter(({ variantId }) => !taken.has(variantId))
    return findGoods(free, typed, shownGoods)
  }, [goods, lines, typed])
  const add = (variantId: string) =>
    onChange((before) => [...before, { variantId, quantity: '', unitCostCentavos: null }])
  useScans('dialog', ({ code }) => {
    const scanned = goodsByCode(goods.values(), code)
    if (scanned === undefined || !scanned.isKept) return { title: t('notKept') }
    const { variantId, name } = scanned
    if (lines.some((line) => line.variantId === variantId)) return { title: t('goodsTaken', { name }) }
    if (lines.length >= mostLines) return { title: t('linesFull', { count: mostLines }) }
    add(variantId)
    return null
  })
  const change = (variantId: string, changes: Partial<Line>) =>
    onChange((before) =>
      before.map((line) => (line.variantId === variantId ? { ...line, ...changes } : line)),
    )
  return (
    <Stack gap="sm">
      <Select
        label={t('addGoods')}
        placeholder={t('addGoodsHint')}
        searchable
        disabled={lines.length >= mostLines}
        selectFirstOptionOnChange
        searchValue={typed}
        onSearchChange={setTyped}
        value={null}
        nothingFoundMessage={t('noGoods')}
        filter={({ options }) => options}
        data={found.map(({ variantId, name, sku }) => ({
          value: variantId,
          label: sku === null ? name : `${name} (${sku})`,
        }))}
        onChange={(variantId) => {
          if (variantId === null) return
          add(variantId)
          setTyped('')
        }}
      />
      {lines.map((line) => (
        <LineRow
          key={line.variantId}
          line={line}
          goods={goods.get(line.variantId)}
          onChange={(changes) => change(line.variantId, changes)}
          onRemove={() => onChange(lines.filter(({ variantId }) => variantId !== line.variantId))}
          {...rest}
        />
      ))}
    </Stack>
  )
}

interface RowProps extends Pick<Props, 'hasCost' | 'isSigned' | 'faults'> {
  line: Line
  goods: Goods | undefined
  onChange: (changes: Partial<Line>) => void
  onRemove: () => void
}

function LineRow({ line, goods, hasCost, isSigned, faults, onChange, onRemove }: RowProps) {
  const t = useWords(inventoryTexts)
  const name = goods?.name ?? t('unknown')
  const unit = goods?.unit ?? 'PIECE'
  return (
    <Paper withBorder p="sm">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <div style={{ flex: 1, minWidth: 0, paddingTop: 10 }}>
          <Text fw={600} truncate title={name}>
            {name}
          </Text>
        </div>
        <QuantityField
          aria-label={t('quantityOf', { name })}
          placeholder={t('quantity')}
          w={150}
          unit={unit}
          unitLabel={t(`unit.${unit}`)}
          isSigned={isSigned}
          value={line.quantity}
          onChange={(quantity) => onChange({ quantity })}
          error={faults[line.variantId]}
        />
        {hasCost && (
          <MoneyField
            aria-label={t('costOf', { name })}
            placeholder={t('cost')}
            w={150}
            value={line.unitCostCentavos}
            onChange={(unitCostCentavos) => onChange({ unitCostCentavos })}
          />
        )}
        <ActionIcon
          variant="subtle"
          color="red"
          size={42}
          aria-label={t('lineRemove', { name })}
          onClick={onRemove}
        >
          <IconTrash size={19} />
        </ActionIcon>
      </Group>
    </Paper>
  )
}
