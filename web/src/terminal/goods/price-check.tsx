import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { NamedPicture } from '../../ui/fields/named-picture.tsx'
import { formatPesos } from '../../ui/format/money.ts'
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
    if (item === undefined) return { title: t('unknownCode'), hint: t('unknownCodeHint') }
    show(item)
    return null
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={
        <Text fw={700} fz="lg">
          {t('priceCheck.title')}
        </Text>
      }
    >
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
            <Price item={shown} />
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

function Price({ item }: { item: GoodsItem }) {
  const t = useWords(shopTexts)
  const { name, picture, priceCentavos, unit, sku, barcodes, isTaxIncluded } = item
  const codes = [sku, ...barcodes].filter((code) => code !== null)
  return (
    <div className={classes['price']} role="status">
      <NamedPicture picture={picture} name={name} color={null} size={72} />
      <p className={classes['name']}>{nameOf(item)}</p>
      <p className={classes['amount']}>
        {formatPesos(priceCentavos)}
        <small>{t(`perUnit.${unit}`)}</small>
      </p>
      {!isTaxIncluded && <p>{t('priceCheck.plusTax')}</p>}
      {codes.length > 0 && <p className={classes['codes']}>{codes.join(' · ')}</p>}
    </div>
  )
}
