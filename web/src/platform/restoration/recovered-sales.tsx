import { Table, Text } from '@mantine/core'
import type { Restoration } from '@mostrador/client'
import { formatDateTime } from '../../ui/format/dates.ts'
import { formatPesos } from '../../ui/format/money.ts'
import { useWords } from '../../ui/words/words.ts'
import { restorationTexts } from './texts.ts'

type Props = { restoration: Pick<Restoration, 'listsReadAt' | 'recoveredSales'> }

/** The sales of services that the database had lost: already entered from the provider's list, or still to be. */
export function RecoveredSales({ restoration: { listsReadAt, recoveredSales } }: Props) {
  const t = useWords(restorationTexts)
  const when = listsReadAt === null ? '' : formatDateTime(listsReadAt)
  if (recoveredSales.length === 0)
    return <Text>{listsReadAt === null ? t('salesWait') : t('salesNone', { when })}</Text>
  return (
    <>
      <Text mb="sm">{listsReadAt === null ? t('salesSome') : t('salesRead', { when })}</Text>
      <Table.ScrollContainer minWidth={520}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('folio')}</Table.Th>
              <Table.Th>{t('product')}</Table.Th>
              <Table.Th>{t('store')}</Table.Th>
              <Table.Th ta="right">{t('amount')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {recoveredSales.map(({ saleId, folio, productName, storeName, merchantName, amountCentavos }) => (
              <Table.Tr key={saleId}>
                <Table.Td>{folio}</Table.Td>
                <Table.Td>{productName}</Table.Td>
                <Table.Td>
                  {storeName} · {merchantName}
                </Table.Td>
                <Table.Td ta="right" className="figures">
                  {formatPesos(amountCentavos)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}
