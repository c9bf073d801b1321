import { Text, UnstyledButton } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { NamedPicture } from '../../ui/fields/named-picture.tsx'
import { formatPesos } from '../../ui/format/money.ts'
import { walkGrid } from '../../ui/keys/arrow-keys.ts'
import { useWords } from '../../ui/words/words.ts'
import type { GoodsItem } from '../catalog/goods-item.ts'
import { shopTexts } from '../words/shop-texts.ts'
import classes from './goods.module.css'

const tileHeight = 152
const gap = 10
const narrowestTile = 132
/** Extra rows above and below the visible ones, so that scrolling shows no gap. */
const spareRows = 2

interface Props {
  items: readonly GoodsItem[]
  colorOf: ReadonlyMap<string, string | null>
  /** `isByKey`: pressed by Enter or Space. */
  onPick: (item: GoodsItem, isByKey: boolean) => void
}

/** A grid of goods. Only visible rows are rendered, so twenty thousand items scroll smoothly. */
export function ItemGrid({ items, colorOf, onPick }: Props) {
  const t = useWords(shopTexts)
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const [top, setTop] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const bothRefs = useMergedRef(ref, scroller)
  const scrolled = useRef(items)
  // Other items are shown from the top.
  useLayoutEffect(() => {
    if (scrolled.current === items) return
    scrolled.current = items
    scroller.current?.scrollTo({ top: 0 })
    setTop(0)
  }, [items])
  const columns = Math.max(1, Math.floor((width + gap) / (narrowestTile + gap)))
  const rows = Math.ceil(items.length / columns)
  const first = Math.max(0, Math.floor(top / (tileHeight + gap)) - spareRows)
  const last = Math.min(rows, Math.ceil((top + height) / (tileHeight + gap)) + spareRows)
  const shown = items.slice(first * columns, last * columns)
  return (
    <div
      ref={bothRefs}
      className={classes['scroll']}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      data-testid="goods"
    >
      <fieldset
        className={classes['grid']}
        aria-label={t('goods')}
        onKeyDown={walkGrid}
        style={{
          gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          gridAutoRows: `${tileHeight}px`,
          paddingTop: first * (tileHeight + gap),
          height: rows * (tileHeight + gap),
        }}
      >
        {shown.map((item) => (
          <ItemTile
            key={item.variantId}
            item={item}
            color={colorOf.get(item.categoryId ?? '')}
            onPick={onPick}
          />
        ))}
      </fieldset>
    </div>
  )
}

interface TileProps {
  item: GoodsItem
  color: string | null | undefined
  onPick: Props['onPick']
}

function ItemTile({ item, color, onPick }: TileProps) {
  const t = useWords(shopTexts)
  return (
    <UnstyledButton className={classes['tile']} onClick={({ detail }) => onPick(item, detail === 0)}>
      <NamedPicture picture={item.picture} name={item.name} color={color} size={58} />
      <Text component="span" className={classes['tileName']} lineClamp={2}>
        {item.name}
        {item.variantName !== null && ` · ${item.variantName}`}
      </Text>
      <span className={classes['tilePrice']}>
        {item.isPriceOpen ? t('openPrice.tile') : formatPesos(item.priceCentavos)}
        <small>{t(`perUnit.${item.unit}`)}</small>
      </span>
    </UnstyledButton>
  )
}
