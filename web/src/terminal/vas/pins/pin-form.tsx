import { Title } from '@mantine/core'
import type { VasProduct } from '@mostrador/client'
import { useWords } from '../../../ui/words/words.ts'
import type { Draft } from '../../selling/vas/sale-machine.ts'
import { terminalTexts } from '../../words/texts.ts'
import { AmountTiles } from '../form/amount-tiles.tsx'
import { CatalogGate } from '../form/catalog-gate.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { productsOf } from '../form/products-of.ts'
import { ProviderGrid } from '../form/provider-grid.tsx'
import classes from '../form/sale-form.module.css'
import type { StepProps } from '../form/step-props.ts'
import { useOpenAmount } from '../form/use-open-amount.tsx'
import { pinTexts } from './texts.ts'

type Props = StepProps & { draft: Draft }

/** A PIN's form: brand, then denomination. */
export function PinForm(props: Props) {
  const amount = useOpenAmount(props)
  return (
    <FormFrame {...props} next={amount?.next}>
      <CatalogGate kind="pin" storeId={props.storeId}>
        {(catalog) => amount?.field ?? <CurrentPart {...props} catalog={catalog} />}
      </CatalogGate>
    </FormFrame>
  )
}

function CurrentPart({ checkout, kind, draft, catalog }: Props & { catalog: VasProduct[] | undefined }) {
  const tPin = useWords(pinTexts)
  const t = useWords(terminalTexts)
  if (draft.provider === null) {
    return (
      <ProviderGrid
        kind={kind}
        catalog={catalog}
        onPick={(provider) => checkout.dispatch({ type: 'providerPicked', provider })}
        search={{
          label: tPin('search'),
          hint: tPin('searchHint'),
          none: tPin('none'),
          noneHint: tPin('noneHint'),
        }}
      />
    )
  }
  return (
    <>
      <div className={classes['heading']}>
        <Title order={2}>{t('productTitle')}</Title>
      </div>
      <AmountTiles
        products={productsOf(catalog, draft.provider)}
        label={t('productTitle')}
        pickedId={draft.product?.id}
        onPick={(product) => {
          checkout.dispatch({ type: 'productPicked', product })
          checkout.dispatch({ type: 'reviewed' })
        }}
      />
    </>
  )
}
