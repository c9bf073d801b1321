import { Button, Center, Paper, Table, Text } from '@mantine/core'
import type { StockCountLine } from '@mostrador/client'
import { useState } from 'react'
import { QuantityField, type QuantityValue } from '../../../ui/fields/quantity-field.tsx'
import { formatChange, formatQuantity } from '../../../ui/format/quantity.ts'
import { StatusChip } from '../../../ui/parts/status-chip.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { inventoryTexts } from '../inventory/texts.ts'
import { entryOf } from './entry.ts'
import { countTexts } from './texts.ts'
import { fieldId } from './use-opened-line.ts'

interface Props {
  lines: readonly StockCountLine[]
  goods: ReadonlyMap<string, Goods>
  canCount: boolean
  onRecord: (variantId: string, counted: number | null) => void
  /** A line's field was left. @param isInvalid with something that is no quantity */
  onLeave: (variantId: string, isInvalid: boolean) => void
}

const rowsAtOnce = 100

/**
 * The lines of a count. The expected quantity is hidden until a line is counted, so that nobody copies it.
 */
export function CountRows({ lines, goods, ...counting }: Props) {
  const t = useWords(countTexts)
  const [limit, setLimit] = useState(rowsAtOnce)
  if (lines.length === 0) {
    return (
      <Paper withBorder p="xl" ta="center">
        <Text c="dimmed">{t('nothing')}</Text>
      </Paper>
    )
  }
  return (
    <Paper withBorder style={{ overflowX: 'auto' }}>
      <Table verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('product')}</Table.Th>
            <Table.Th w={190}>{t('counted')}</Table.Th>
            <Table.Th ta="right">{t('expected')}</Table.Th>
            <Table.Th>{t('difference')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.slice(0, limit).map((line) => (
            <Row key={line.id} line={line} goods={goods.get(line.variantId)} {...counting} />
          ))}
        </Table.Tbody>
      </Table>
      {lines.length > limit && (
        <Center p="md">
          <Button variant="default" onClick={() => setLimit(limit + rowsAtOnce)}>
            {t('more')}
          </Button>
        </Center>
      )}
    </Paper>
  )
}

interface RowProps extends Pick<Props, 'canCount' | 'onRecord' | 'onLeave'> {
  line: StockCountLine
  goods: Goods | undefined
}

function Row({ line, goods, canCount, onRecord, onLeave }: RowProps) {
  const t = useWords(countTexts)
  const tGoods = useWords(inventoryTexts)
  const name = goods?.name ?? tGoods('unknown')
  const isCounted = line.counted !== null
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{name}</Text>
        {goods?.sku != null && (
          <Text size="sm" c="dimmed">
            {goods.sku}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {canCount ? (
          <CountedField
            // A scan or somebody else's count changes the value from outside; nothing else discards what is being typed.
            key={line.counted}
            id={fieldId(line.variantId)}
            label={t('countedOf', { name })}
            unit={goods?.unit}
            unitLabel={goods && tGoods(`unit.${goods.unit}`)}
            counted={line.counted}
            onRecord={(counted) => onRecord(line.variantId, counted)}
            onLeave={(isInvalid) => onLeave(line.variantId, isInvalid)}
          />
        ) : (
          <span className="figures">{isCounted ? formatQuantity(line.counted ?? 0) : '—'}</span>
        )}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {isCounted || !canCount ? (
          formatQuantity(line.onHandThen ?? line.expected)
        ) : (
          <Text size="sm" c="dimmed">
            {t('hiddenUntil')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Difference line={line} />
      </Table.Td>
    </Table.Tr>
  )
}

function Difference({ line: { counted, difference } }: { line: StockCountLine }) {
  const t = useWords(countTexts)
  if (counted === null) return <StatusChip tone="idle">{t('uncounted')}</StatusChip>
  if (difference === null) return <Text c="dimmed">…</Text>
  if (difference === 0) return <StatusChip tone="good">{t('matches')}</StatusChip>
  return <StatusChip tone={difference < 0 ? 'bad' : 'wait'}>{formatChange(difference)}</StatusChip>
}

interface FieldProps {
  id: string
  label: string
  unit: Goods['unit'] | undefined
  unitLabel: string | undefined
  counted: number | null
  onRecord: (counted: number | null) => void
  onLeave: (isInvalid: boolean) => void
}

function CountedField({ id, label, unit, unitLabel, counted, onRecord, onLeave }: FieldProps) {
  const [typed, setTyped] = useState<QuantityValue>(counted ?? '')
  const leave = () => {
    const entry = entryOf(typed, counted)
    onLeave(entry === 'invalid')
    if (typeof entry === 'object') onRecord(entry.record)
  }
  return (
    <QuantityField
      id={id}
      aria-label={label}
      unit={unit}
      unitLabel={unitLabel}
      value={typed}
      onChange={setTyped}
      onBlur={leave}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Enter') return
        // Moves to the next line, as on paper. Leaving the field saves it.
        const next = currentTarget.closest('tr')?.nextElementSibling?.querySelector('input')
        if (next == null) currentTarget.blur()
        else next.focus()
      }}
    />
  )
}
