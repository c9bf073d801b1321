import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { StockTransfer, StockTransferLine } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../../api/client.ts'
import { useActWords } from '../../../problems/problem-words.ts'
import { QuantityField, type QuantityValue, quantityOf } from '../../../ui/fields/quantity-field.tsx'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { inventoryTexts } from '../inventory/texts.ts'
import { transferTexts } from './texts.ts'

interface Props {
  transfer: StockTransfer
  lines: readonly StockTransferLine[]
  goods: ReadonlyMap<string, Goods>
  onDone: () => void
}

/** By this key a drawer knows that the transfer is being received. */
export const receivingKey = (transferId: string) => ['stock', 'receiving', transferId]

/** Counts a received transfer. It is received as a whole; shortages need a confirmation. */
export function ReceiveForm({ transfer, lines, goods, onDone }: Props) {
  const t = useWords(transferTexts)
  const words = useActWords()
  const queryClient = useQueryClient()
  const [came, setCame] = useState<Readonly<Record<string, QuantityValue>>>({})
  const [isConfirming, setIsConfirming] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const typedOf = ({ id, quantity }: StockTransferLine) => came[id] ?? quantity
  const cameOf = (line: StockTransferLine) => quantityOf(typedOf(line))
  const short = lines.filter((line) => cameOf(line) !== line.quantity)
  const faultOf = (line: StockTransferLine) => {
    const counted = cameOf(line)
    if (counted === null) return isTried ? t('cameMissing') : undefined
    return counted > line.quantity ? t('cameTooMuch', { sent: formatQuantity(line.quantity) }) : undefined
  }
  const receive = useMutation({
    mutationKey: receivingKey(transfer.id),
    mutationFn: () =>
      answer(
        api.POST('/pos/inventory/transfers/{id}/receive', {
          params: { path: { id: transfer.id } },
          body: {
            lines: short.map((line) => ({ variantId: line.variantId, quantity: cameOf(line) ?? 0 })),
          },
        }),
      ),
    onSuccess: () => {
      notifications.show({ message: t('received'), color: 'agave' })
      onDone()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stock'] }),
    onError: () => setIsConfirming(false),
  })
  const submit = () => {
    setIsTried(true)
    if (lines.some((line) => !isPossible(cameOf(line), line))) return
    if (short.length > 0) setIsConfirming(true)
    else receive.mutate()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed">{t('checkHint')}</Text>
        {receive.isError && (
          <Text c="red" role="alert">
            {words(receive.error)}
          </Text>
        )}
        {lines.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            goods={goods.get(line.variantId)}
            came={typedOf(line)}
            fault={faultOf(line)}
            onChange={(counted) => setCame({ ...came, [line.id]: counted })}
          />
        ))}
        <Group justify="flex-end" mt="sm">
          <Button type="submit" loading={receive.isPending}>
            {short.length === 0 ? t('receive') : t('receiveShort')}
          </Button>
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('receiveSure')}
        hint={t('receiveSureHint', { count: short.length })}
        action={t('receiveShort')}
        isBusy={receive.isPending}
        onConfirm={() => receive.mutate()}
        onClose={() => setIsConfirming(false)}
      />
    </form>
  )
}

const isPossible = (counted: number | null, { quantity }: StockTransferLine) =>
  counted !== null && counted <= quantity

interface RowProps {
  line: StockTransferLine
  goods: Goods | undefined
  came: QuantityValue
  fault: string | undefined
  onChange: (came: QuantityValue) => void
}

function LineRow({ line, goods, came, fault, onChange }: RowProps) {
  const t = useWords(transferTexts)
  const tGoods = useWords(inventoryTexts)
  const name = goods?.name ?? tGoods('unknown')
  return (
    <Paper withBorder p="sm">
      <Group wrap="nowrap" align="flex-start" gap="md">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {t('sentQuantity')}: {formatQuantity(line.quantity)} {goods && tGoods(`unit.${goods.unit}`)}
          </Text>
        </div>
        <QuantityField
          aria-label={t('cameOf', { name })}
          w={170}
          unit={goods?.unit}
          unitLabel={goods && tGoods(`unit.${goods.unit}`)}
          value={came}
          onChange={onChange}
          error={fault}
        />
      </Group>
    </Paper>
  )
}
