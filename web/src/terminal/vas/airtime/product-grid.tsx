import { SegmentedControl, Title } from '@mantine/core'
import type { VasProduct } from '@mostrador/client'
import { useState } from 'react'
import { useWords } from '../../../ui/words/words.ts'
import { terminalTexts } from '../../words/texts.ts'
import { AmountTiles } from '../form/amount-tiles.tsx'
import classes from '../form/sale-form.module.css'

interface Props {
  products: VasProduct[] | undefined
  onPick: (product: VasProduct) => void
}

/** Products of one carrier: plain top-ups first, packages behind a switch. */
export function ProductGrid({ products, onPick }: Props) {
  const t = useWords(terminalTexts)
  const [subkind, setSubkind] = useState<'topup' | 'package'>('topup')
  const packages = products?.filter((product) => product.subkind === 'package')
  const shown = subkind === 'package' ? packages : products?.filter((product) => product.subkind === 'topup')
  return (
    <>
      <div className={classes['heading']}>
        <Title order={2}>{t('productTitle')}</Title>
        {packages !== undefined && packages.length > 0 && (
          <SegmentedControl
            aria-label={t('subkinds')}
            value={subkind}
            onChange={(value) => setSubkind(value === 'package' ? 'package' : 'topup')}
            data={[
              { value: 'topup', label: t('topups') },
              { value: 'package', label: t('packages') },
            ]}
          />
        )}
      </div>
      <AmountTiles
        products={shown}
        label={t('productTitle')}
        isWide={subkind === 'package'}
        onPick={onPick}
      />
    </>
  )
}
