import { Skeleton, UnstyledButton } from '@mantine/core'
import type { VasProduct } from '@mostrador/client'
import { TileGrid } from '../../../ui/fields/tile-grid.tsx'
import { formatShortPesos } from '../../../ui/format/money.ts'
import { useWords } from '../../../ui/words/words.ts'
import { terminalTexts } from '../../words/texts.ts'
import { useProductName } from '../paper/sale-words.ts'
import classes from './sale-form.module.css'

interface Props {
  products: readonly VasProduct[] | undefined
  label: string
  /** Wide tiles have room for a name and its contents. */
  isWide?: boolean
  pickedId?: string | undefined
  onPick: (product: VasProduct) => void
}

/** Products, their amount first. */
export function AmountTiles({ products, label, isWide = false, pickedId, onPick }: Props) {
  const Tile = isWide ? WideTile : AmountTile
  return (
    <TileGrid
      key={`${isWide} ${products?.length}`}
      className={isWide ? classes['packages'] : classes['amounts']}
      label={label}
    >
      {products === undefined
        ? [1, 2, 3, 4, 5, 6, 7, 8].map((n) => <Skeleton key={n} height={96} radius="lg" />)
        : products.map((product) => (
            <Tile
              key={product.id}
              product={product}
              isPicked={product.id === pickedId}
              onPick={() => onPick(product)}
            />
          ))}
    </TileGrid>
  )
}

interface TileProps {
  product: VasProduct
  isPicked: boolean
  onPick: () => void
}

function AmountTile({ product, isPicked, onPick }: TileProps) {
  const days = useValidity(product)
  return (
    <UnstyledButton className={classes['topup']} data-picked={isPicked || undefined} onClick={onPick}>
      <Amount product={product} />
      {days !== null && <span className={classes['small']}>{days}</span>}
    </UnstyledButton>
  )
}

function WideTile({ product, isPicked, onPick }: TileProps) {
  const days = useValidity(product)
  const name = useProductName(product)
  return (
    <UnstyledButton className={classes['package']} data-picked={isPicked || undefined} onClick={onPick}>
      <span className={classes['packageHead']}>
        <span className={classes['packageName']}>{name}</span>
        <Amount product={product} />
      </span>
      <span className={classes['small']}>{product.description ?? days}</span>
    </UnstyledButton>
  )
}

function Amount({ product: { kind, amountCentavos, range } }: { product: VasProduct }) {
  const t = useWords(terminalTexts)
  if (amountCentavos !== null)
    return <span className={classes['amount']}>{formatShortPesos(amountCentavos)}</span>
  // A bill's tile names its product; what is paid depends on the debt.
  if (kind === 'service' || range === null) return null
  const limits = { min: formatShortPesos(range.minCentavos), max: formatShortPesos(range.maxCentavos) }
  return <span className={classes['openAmount']}>{t('amountRange', limits)}</span>
}

function useValidity({ validity }: VasProduct): string | null {
  const t = useWords(terminalTexts)
  return validity?.unit === 'DAY' ? t('validity_DAY', { count: validity.quantity }) : null
}
