import { Table, Text } from '@mantine/core'
import type { StockTransferLine } from '@mostrador/client'
import { formatChange, formatQuantity } from '../../../ui/format/quantity.ts'
import { Caution } from '../../../ui/parts/caution.tsx'
import { useWords } from '../../../ui/words/words.ts'
import type { Goods } from '../inventory/goods.ts'
import { inventoryTexts } from '../inventory/texts.ts'
import { transferTexts } from './texts.ts'

interface Props {
  lines: readonly StockTransferLine[]
  goods: ReadonlyMap<string, Goods>
}

/** Sent quantities and, once received, the result. */
export function TransferLines({ lines, goods }: Props) {
  const t = useWords(transferTexts)
  const tGoods = useWords(inventoryTexts)
  const isReceived = lines.some(({ receivedQuantity }) => receivedQuantity !== null)
  const short = lines.filter(
    ({ quantity, receivedQuantity }) => receivedQuantity !== null && receivedQuantity < quantity,
  )
  return (
    <>
      {short.length > 0 && <Caution>{t('short', { count: short.length })}</Caution>}
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('product')}</Table.Th>
            <Table.Th ta="right">{t('sentQuantity')}</Table.Th>
            {isReceived && <Table.Th ta="right">{t('came')}</Table.Th>}
            {isReceived && <Table.Th ta="right">{t('difference')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ id, variantId, quantity, receivedQuantity }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Text fw={600}>{goods.get(variantId)?.name ?? tGoods('unknown')}</Text>
              </Table.Td>
              <Table.Td ta="right" className="figures">
                {formatQuantity(quantity)} {tGoods(`unit.${goods.get(variantId)?.unit ?? 'PIECE'}`)}
              </Table.Td>
              {isReceived && (
                <Table.Td ta="right" className="figures">
                  {receivedQuantity === null ? '—' : formatQuantity(receivedQuantity)}
                </Table.Td>
              )}
              {isReceived && (
                <Table.Td ta="right" className="figures">
                  {receivedQuantity === null || receivedQuantity === quantity ? (
                    '—'
                  ) : (
                    <Text fw={700} c="var(--tone-bad)">
                      {formatChange(receivedQuantity - quantity)}
                    </Text>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
