import type { VasProduct } from '@mostrador/client'
import { useWords } from '../../../ui/words/words.ts'
import type { Draft } from '../../selling/vas/sale-machine.ts'
import { terminalTexts } from '../../words/texts.ts'
import { AmountTiles } from '../form/amount-tiles.tsx'
import { CatalogGate } from '../form/catalog-gate.tsx'
import { FormFrame, type NextPart } from '../form/form-frame.tsx'
import { productsOf } from '../form/products-of.ts'
import { ProviderGrid } from '../form/provider-grid.tsx'
import type { StepProps } from '../form/step-props.ts'
import { isPaidUnasked, saidByCustomer } from '../rules/owed.ts'
import { referenceFault } from '../rules/reference-rule.ts'
import { AmountStep } from './amount-step.tsx'
import { ReferenceStep } from './reference-step.tsx'
import { billTexts } from './texts.ts'
import { type DebtLookup, useDebtLookup } from './use-debt-lookup.ts'

type Props = StepProps & { draft: Draft }

/** A bill's form: biller, reference, amount due, amount to pay. */
export function BillForm(props: Props) {
  const lookup = useDebtLookup(props)
  return (
    <FormFrame {...props} next={useNextPart(props, lookup)}>
      <CatalogGate kind="service" storeId={props.storeId}>
        {(catalog) => <CurrentPart {...props} catalog={catalog} lookup={lookup} />}
      </CatalogGate>
    </FormFrame>
  )
}

/**
 * Until the reference is accepted, the ticket's button looks up the debt, or continues where no lookup
 * exists.
 */
function useNextPart({ checkout, draft }: Props, lookup: DebtLookup): NextPart | undefined {
  const t = useWords(terminalTexts)
  const tBill = useWords(billTexts)
  const { product, reference, owed } = draft
  if (product === null || owed !== null) return undefined
  const isComplete = referenceFault(product.reference, reference) === null
  const goesUnasked = !product.lookup || (lookup.fault === 'off' && isPaidUnasked(product))
  return {
    action: !product.lookup ? t('proceed') : goesUnasked ? tBill('goOn') : tBill('lookUp'),
    reason: isComplete ? null : t('proceedMissing.reference'),
    isBusy: lookup.isLookingUp,
    onAction: goesUnasked
      ? () => checkout.dispatch({ type: 'owedKnown', productId: product.id, reference, owed: saidByCustomer })
      : lookup.lookUp,
  }
}

interface PartProps extends Props {
  catalog: VasProduct[] | undefined
  lookup: DebtLookup
}

function CurrentPart({ checkout, kind, draft, catalog, lookup }: PartProps) {
  const t = useWords(billTexts)
  const { provider, product, owed } = draft
  if (provider === null) {
    return (
      <ProviderGrid
        kind={kind}
        catalog={catalog}
        onPick={(picked) => {
          checkout.dispatch({ type: 'providerPicked', provider: picked })
          const [only, ...others] = productsOf(catalog, picked) ?? []
          if (only !== undefined && others.length === 0)
            checkout.dispatch({ type: 'productPicked', product: only })
        }}
        search={{
          label: t('search'),
          hint: t('searchHint'),
          none: t('none'),
          noneHint: t('noneHint'),
        }}
      />
    )
  }
  if (product === null) {
    return (
      <AmountTiles
        isWide
        products={productsOf(catalog, provider)}
        label={t('productTitle')}
        onPick={(picked) => checkout.dispatch({ type: 'productPicked', product: picked })}
      />
    )
  }
  return owed === null ? (
    <ReferenceStep
      product={product}
      reference={draft.reference}
      lookup={lookup}
      onType={(reference) => checkout.dispatch({ type: 'referenceTyped', reference })}
    />
  ) : (
    <AmountStep
      product={product}
      owed={owed}
      amountCentavos={draft.amountCentavos}
      onPick={(statement) => {
        if (owed.by !== 'lookup') return
        const bill = { productId: product.id, reference: draft.reference }
        checkout.dispatch({ type: 'owedKnown', ...bill, owed: { ...owed, statement } })
      }}
      onAmount={(amountCentavos) => checkout.dispatch({ type: 'amountTyped', amountCentavos })}
    />
  )
}
