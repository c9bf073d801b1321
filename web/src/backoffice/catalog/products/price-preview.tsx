import { ScrollArea, Table, Text } from '@mantine/core'
import type { ProductBulkChangeResult } from '@mostrador/client'
import { formatPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { productTexts } from './texts.ts'

interface Props {
  isAsked: boolean
  preview: ProductBulkChangeResult | undefined
  fault: string | undefined
}

interface Row {
  key: string
  name: string
  priceBeforeCentavos: number
  priceCentavos: number
}

/** Each price before and after, including variants that have their own price; above them, why the change was refused. */
export function PricePreview({ isAsked, preview, fault }: Props) {
  const t = useWords(productTexts)
  return (
    <>
      {fault !== undefined && (
        <Text c="red" role="alert">
          {fault}
        </Text>
      )}
      {isAsked && preview !== undefined && <Prices preview={preview} />}
      {!isAsked && fault === undefined && <Text c="dimmed">{t('previewHint')}</Text>}
    </>
  )
}

function Prices({ preview }: { preview: ProductBulkChangeResult }) {
  const t = useWords(productTexts)
  const rows: Row[] = preview.items.flatMap(({ productId, variants, ...product }) => [
    { key: productId, ...product },
    ...variants.map(({ variantId, name, ...prices }) => ({
      key: variantId,
      name: `${product.name} · ${name}`,
      ...prices,
    })),
  ])
  return (
    <section aria-label={t('preview')}>
      <Text fw={600} mb={4}>
        {preview.changedCount === 0 ? t('nothingChanges') : t('preview')}
      </Text>
      <ScrollArea.Autosize mah={320}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('name')}</Table.Th>
              <Table.Th ta="right">{t('before')}</Table.Th>
              <Table.Th ta="right">{t('after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ key, name, priceBeforeCentavos, priceCentavos }) => (
              <Table.Tr key={key}>
                <Table.Td>{name}</Table.Td>
                <Table.Td ta="right" className="figures" c="dimmed">
                  {formatPesos(priceBeforeCentavos)}
                </Table.Td>
                <Table.Td
                  ta="right"
                  className="figures"
                  fw={priceCentavos === priceBeforeCentavos ? 400 : 700}
                >
                  {formatPesos(priceCentavos)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </section>
  )
}
