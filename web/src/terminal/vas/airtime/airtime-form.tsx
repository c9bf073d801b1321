import type { VasProduct } from '@mostrador/client'
import type { Draft } from '../../selling/vas/sale-machine.ts'
import { CatalogGate } from '../form/catalog-gate.tsx'
import { FormFrame } from '../form/form-frame.tsx'
import { productsOf } from '../form/products-of.ts'
import { ProviderGrid } from '../form/provider-grid.tsx'
import type { StepProps } from '../form/step-props.ts'
import { useOpenAmount } from '../form/use-open-amount.tsx'
import { NumberStep } from './number-step.tsx'
import { ProductGrid } from './product-grid.tsx'

type Props = StepProps & { draft: Draft }

/** A top-up's form: carrier, product, number, one after the other. */
export function AirtimeForm(props: Props) {
  const amount = useOpenAmount(props)
  return (
    <FormFrame {...props} next={amount?.next}>
      <CatalogGate kind="airtime" storeId={props.storeId}>
        {(catalog) => amount?.field ?? <CurrentPart {...props} catalog={catalog} />}
      </CatalogGate>
    </FormFrame>
  )
}

function CurrentPart({ checkout, kind, draft, catalog }: Props & { catalog: VasProduct[] | undefined }) {
  if (draft.provider === null) {
    return (
      <ProviderGrid
        kind={kind}
        catalog={catalog}
        onPick={(provider) => checkout.dispatch({ type: 'providerPicked', provider })}
      />
    )
  }
  if (draft.product === null) {
    return (
      <ProductGrid
        products={productsOf(catalog, draft.provider)}
        onPick={(product) => checkout.dispatch({ type: 'productPicked', product })}
      />
    )
  }
  return <NumberStep draft={draft} onEvent={(event) => checkout.dispatch(event)} />
}
