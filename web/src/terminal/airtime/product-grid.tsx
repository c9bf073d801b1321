import { SegmentedControl, Skeleton, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { CatalogEntry } from '../../api/types.ts'
import { formatShortPesos } from '../../ui/money.ts'
import { TileGrid } from '../../ui/tile-grid.tsx'
import { amountCentavos } from '../order.ts'
import { useTerminalWords } from '../words.ts'
import classes from './airtime.module.css'

interface Props {
  products: CatalogEntry[] | undefined
  onPick: (product: CatalogEntry) => void
}

/** Amounts of one carrier: plain top-ups first, packages behind the other switch. */
export function ProductGrid({ products, onPick }: Props) {
  const t = useTerminalWords()
  const [subkind, setSubkind] = useState<'topup' | 'package'>('topup')
  const byAmount = products?.toSorted((a, b) => amountCentavos(a) - amountCentavos(b))
  const packages = byAmount?.filter((product) => product.subkind === 'package')
  const shown = subkind === 'package' ? packages : byAmount?.filter((product) => product.subkind === 'topup')
  return (
    <>
      <div className={classes['heading']}>
        <Title order={2}>{t('productTitle')}</Title>
        {packages !== undefined && packages.length > 0 && (
          <SegmentedControl
            value={subkind}
            onChange={(value) => setSubkind(value === 'package' ? 'package' : 'topup')}
            data={[
              { value: 'topup', label: t('topups') },
              { value: 'package', label: t('packages') },
            ]}
          />
        )}
      </div>
      <TileGrid
        className={subkind === 'package' ? classes['packages'] : classes['amounts']}
        label={t('productTitle')}
        contents={`${subkind} ${shown?.length}`}
      >
        {shown === undefined
          ? [1, 2, 3, 4, 5, 6, 7, 8].map((n) => <Skeleton key={n} height={96} radius="lg" />)
          : shown.map((product) => (
              <ProductTile key={product.id} product={product} onPick={() => onPick(product)} />
            ))}
      </TileGrid>
    </>
  )
}

function ProductTile({ product, onPick }: { product: CatalogEntry; onPick: () => void }) {
  const days = useValidity(product)
  const name = useProductName(product)
  const amount = <span className={classes['amount']}>{formatShortPesos(amountCentavos(product))}</span>
  if (product.subkind !== 'package') {
    return (
      <UnstyledButton className={classes['topup']} onClick={onPick}>
        {amount}
        {days !== null && <span className={classes['small']}>{days}</span>}
      </UnstyledButton>
    )
  }
  return (
    <UnstyledButton className={classes['package']} onClick={onPick}>
      <span className={classes['packageHead']}>
        <span className={classes['packageName']}>{name}</span>
        {amount}
      </span>
      <span className={classes['small']}>{product.description ?? days}</span>
    </UnstyledButton>
  )
}

/**
 * What the product is called beside its carrier: names in the catalog repeat the carrier, and those of
 * plain top-ups say nothing but the amount.
 */
export function useProductName({ name, provider, subkind }: CatalogEntry): string {
  const t = useTerminalWords()
  if (subkind === 'topup') return t('topup')
  return name.startsWith(`${provider.name} `) ? name.slice(provider.name.length + 1) : name
}

function useValidity({ validity }: CatalogEntry): string | null {
  const t = useTerminalWords()
  return validity?.unit === 'DAY' ? t('validity_DAY', { count: validity.quantity }) : null
}
