import { Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { isProblem } from '@mostrador/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { quantityOf } from '../../../ui/fields/quantity-field.tsx'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from './goods.ts'
import { GoodsLines, type Line } from './goods-lines.tsx'
import { inventoryTexts } from './texts.ts'

/** A line with a valid quantity. */
export interface CountedLine extends Line {
  readonly quantity: number
}

interface Props {
  title: string
  action: string
  done: string
  goods: ReadonlyMap<string, Goods>
  hasCost: boolean
  isSigned: boolean
  /** Sends the document. */
  send: (lines: readonly CountedLine[]) => Promise<unknown>
  /** Whether the fields above the lines are invalid; nothing is sent then. */
  isHeadWrong: () => boolean
  /** Faults of single lines in the server's refusal, by goods, beyond insufficient stock. */
  faultsOf?: (error: unknown, lines: readonly CountedLine[]) => Record<string, string>
  onClose: () => void
  children: ReactNode
}

/** A stock document: fields, lines, and the server's faults. It is booked as a whole or not at all. */
export function StockPaper(props: Props) {
  const { goods, onClose } = props
  const t = useWords(inventoryTexts)
  const queryClient = useQueryClient()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [isEmpty, setIsEmpty] = useState(false)
  const send = useMutation({
    mutationFn: props.send,
    onSuccess: () => {
      notifications.show({ message: props.done, color: 'agave' })
      onClose()
    },
    onError: (error, counted) =>
      setFaults({
        ...shortages(error, (onHand) => t('short', { onHand: formatQuantity(onHand) })),
        ...props.faultsOf?.(error, counted),
      }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['stock'] }),
  })
  const submit = () => {
    const counted = lines.map((line) => ({ ...line, quantity: quantityOf(line.quantity) ?? 0 }))
    // A minus may have been typed while it was possible.
    const isWrong = ({ quantity }: CountedLine) => quantity === 0 || (!props.isSigned && quantity < 0)
    const found = counted.filter(isWrong).map(({ variantId }) => [variantId, t('quantityMissing')])
    setFaults(Object.fromEntries(found))
    setIsEmpty(lines.length === 0)
    const isHeadWrong = props.isHeadWrong()
    if (isHeadWrong || found.length > 0 || lines.length === 0) return
    send.mutate(counted)
  }
  return (
    <Modal opened onClose={onClose} isSending={send.isPending} size="lg" title={props.title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <RefusedAlert error={send.error} />
          {props.children}
          <GoodsLines
            goods={goods}
            lines={lines}
            onChange={(change) => {
              setLines(change)
              setFaults({})
            }}
            hasCost={props.hasCost}
            isSigned={props.isSigned}
            faults={faults}
          />
          {isEmpty && lines.length === 0 && (
            <Text c="red" size="sm" role="alert">
              {t('linesMissing')}
            </Text>
          )}
          <FormButtons label={props.action} isBusy={send.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

/** Missing stock by goods, as listed in `insufficient_stock`. */
function shortages(error: unknown, say: (onHand: number) => string): Record<string, string> {
  if (!isProblem(error, 'insufficient_stock') || !Array.isArray(error.extras['lines'])) return {}
  return Object.fromEntries(
    (error.extras['lines'] as { variantId: string; available: number }[]).map(({ variantId, available }) => [
      variantId,
      say(available),
    ]),
  )
}
