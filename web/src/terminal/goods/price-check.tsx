import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { isProblem } from '@mostrador/client'
import { IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answer, api } from '../../api/client.ts'
import { NamedPicture } from '../../ui/fields/named-picture.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { formatQuantity } from '../../ui/format/quantity.ts'
import { focusedFirst } from '../../ui/keys/pointer.ts'
import { Modal } from '../../ui/layers/modal.tsx'
import { useScans } from '../../ui/scanner/meanings.ts'
import { uiTexts } from '../../ui/words/texts.ts'
import { useWords } from '../../ui/words/words.ts'
import { findGoods, type GoodsItem, itemByCode, itemMeant } from '../catalog/goods-item.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './price-check.module.css'

interface Props {
  items: readonly GoodsItem[]
  onAdd: (item: GoodsItem) => void
  onClose: () => void
}

/** As many as can be read at once. */
const mostFound = 5

/** Tells a price by scan or by name, without a sale. A scan never adds: the customer only asked. */
export function PriceCheck({ items, onAdd, onClose }: Props) {
  const t = useWords(shopTexts)
  const tUi = useWords(uiTexts)
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState<GoodsItem | null>(null)
  const found = typed.trim() === '' ? [] : findGoods(items, typed).slice(0, mostFound)
  const show = (item: GoodsItem) => {
    setShown(item)
    setTyped('')
  }
  useScans('dialog', ({ code }) => {
    const item = itemByCode(items, code)
    if (item === undefined) return { title: t('unknownCode') }
    show(item)
    return null
  })
  return (
    <Modal opened onClose={onClose} size={520} title={t('priceCheck.title')}>
      <Stack>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const item = itemMeant(items, typed) ?? found[0]
            if (item !== undefined) show(item)
          }}
        >
          <TextInput
            type="search"
            aria-label={t('priceCheck.search')}
            placeholder={t('priceCheck.search')}
            leftSection={<IconSearch size={20} />}
            {...focusedFirst()}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
        {typed.trim() === '' ? (
          shown === null ? (
            <Text c="dimmed">{t('priceCheck.hint')}</Text>
          ) : (
            <Price item={shown} items={items} onShow={show} />
          )
        ) : found.length === 0 ? (
          <Text c="dimmed">{tUi('noMatches')}</Text>
        ) : (
          <div>
            {found.map((item) => (
              <UnstyledButton key={item.variantId} className={classes['found']} onClick={() => show(item)}>
                <span>{nameOf(item)}</span>
                <strong>{formatPesos(item.priceCentavos)}</strong>
              </UnstyledButton>
            ))}
          </div>
        )}
        <Group grow>
          <Button variant="default" h={52} onClick={onClose}>
            {t('priceCheck.close')}
          </Button>
          {shown !== null && typed.trim() === '' && (
            <Button h={52} onClick={() => onAdd(shown)}>
              {t('priceCheck.add')}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}

const nameOf = ({ name, variantName }: GoodsItem) =>
  variantName === null ? name : `${name} · ${variantName}`

interface PriceProps {
  item: GoodsItem
  items: readonly GoodsItem[]
  onShow: (item: GoodsItem) => void
}

function Price({ item, items, onShow }: PriceProps) {
  const t = useWords(shopTexts)
  const { name, picture, priceCentavos, unit, sku, barcodes, isTaxIncluded } = item
  const codes = [sku, ...barcodes].filter((code) => code !== null)
  return (
    <div className={classes['price']} role="status">
      <NamedPicture picture={picture} name={name} color={null} size={72} />
      <p className={classes['name']}>{nameOf(item)}</p>
      <p className={classes['amount']}>
        {item.isPriceOpen ? t('openPrice.tile') : formatPesos(priceCentavos)}
        <small>{t(`perUnit.${unit}`)}</small>
      </p>
      {!isTaxIncluded && <p>{t('priceCheck.plusTax')}</p>}
      <Stock item={item} />
      {codes.length > 0 && <p className={classes['codes']}>{codes.join(' · ')}</p>}
      <Others item={item} items={items} onShow={onShow} />
    </div>
  )
}

/** What is left of it, which only the server knows. */
function Stock({ item: { variantId, tracksStock, unit } }: { item: GoodsItem }) {
  const t = useWords(shopTexts)
  const { data: onHand } = useQuery({ ...onHandQuery(variantId), enabled: tracksStock })
  if (onHand === undefined) return null
  return (
    <p>
      {onHand > 0
        ? t('priceCheck.stock', { quantity: formatQuantity(onHand), unit: t(`unit.${unit}`) })
        : t('priceCheck.stockNone')}
    </p>
  )
}

/** The other variants of the same product, each with its price. */
function Others({ item, items, onShow }: PriceProps) {
  const t = useWords(shopTexts)
  const others = items.filter(
    ({ productId, variantId }) => productId === item.productId && variantId !== item.variantId,
  )
  if (others.length === 0) return null
  return (
    <fieldset className={classes['others']} aria-label={t('priceCheck.others')}>
      {others.slice(0, mostFound).map((other) => (
        <UnstyledButton key={other.variantId} className={classes['found']} onClick={() => onShow(other)}>
          <span>{nameOf(other)}</span>
          <strong>{formatPesos(other.priceCentavos)}</strong>
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

/** Goods that were never moved have no level. */
const onHandQuery = (variantId: string) =>
  queryOptions({
    queryKey: ['stock', 'onHand', variantId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: variantId } }
      try {
        return (await answer(api.GET('/pos/stock_levels/{id}', { params, signal }))).onHand
      } catch (error) {
        if (isProblem(error, 'not_found')) return 0
        throw error
      }
    },
    staleTime: 0,
  })
