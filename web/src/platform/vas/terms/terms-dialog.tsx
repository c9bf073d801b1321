import {
  Fieldset,
  MultiSelect,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { VasKind, VasTerms } from '@mostrador/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RefusedAlert } from '../../../problems/refused-alert.tsx'
import { formatPesos } from '../../../ui/format/money.ts'
import { Modal } from '../../../ui/layers/modal.tsx'
import { FormButtons } from '../../../ui/parts/form-buttons.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { draftFault, type KindDraft, kinds, useTermsDraft, withheldKey } from './terms-draft.ts'
import { everyProviderQuery, setTerms } from './terms-queries.ts'
import { termsTexts } from './texts.ts'

interface Props {
  sheet: VasTerms
  /** The merchant's name; absent for the platform's own terms. */
  name?: string | undefined
  onClose: () => void
}

/**
 * Changes the terms. Empty fields fall back to the platform's. Past sales keep the terms they were sold on.
 */
export function TermsDialog({ sheet: opened, name, onClose }: Props) {
  const t = useWords(termsTexts)
  const queryClient = useQueryClient()
  const { sheet, draft, setDraft, changeOf } = useTermsDraft(opened)
  const [reason, setReason] = useState('')
  const isPlatform = sheet.merchantId === null
  const isWrong = kinds.some((kind) => draftFault(draft.kinds[kind], isPlatform) !== null)
  const save = useMutation({
    mutationFn: () => setTerms(sheet.merchantId, changeOf(reason)),
    onSuccess: onClose,
    // Another administrator may have been first: the card behind then shows what holds now.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['terms'] }),
  })
  const change = (kind: VasKind, part: Partial<KindDraft>) =>
    setDraft({ ...draft, kinds: { ...draft.kinds, [kind]: { ...draft.kinds[kind], ...part } } })
  return (
    <Modal
      opened
      onClose={onClose}
      isSending={save.isPending}
      size="lg"
      title={name === undefined ? t('platformTitle') : t('changeTitle', { name })}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isWrong) save.mutate()
        }}
      >
        <Stack>
          <Text>{t('keeps')}</Text>
          <RefusedAlert error={save.error} />
          {kinds.map((kind) => (
            <KindFields
              key={kind}
              kind={kind}
              sheet={sheet}
              draft={draft.kinds[kind]}
              onChange={(part) => change(kind, part)}
            />
          ))}
          <Withheld value={draft.withheld} onChange={(withheld) => setDraft({ ...draft, withheld })} />
          <Textarea
            label={t('reason')}
            required
            minLength={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <FormButtons isBusy={save.isPending} isDisabled={isWrong} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

interface KindFieldsProps {
  kind: VasKind
  sheet: VasTerms
  draft: KindDraft
  onChange: (part: Partial<KindDraft>) => void
}

function KindFields({ kind, sheet, draft, onChange }: KindFieldsProps) {
  const t = useWords(termsTexts)
  const isPlatform = sheet.merchantId === null
  const holds = sheet.effective.find((each) => each.kind === kind)
  const fault = draftFault(draft, isPlatform)
  const asNow = (value: string | undefined) => (isPlatform ? '' : t('asPlatform', { value: value ?? '' }))
  return (
    <Fieldset legend={t(`kind.${kind}`)}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <NativeSelect
          label={t('offeredLabel')}
          value={draft.offered}
          data={[
            ...(isPlatform ? [] : [{ value: '', label: t('inherit') }]),
            { value: 'yes', label: t('offered') },
            { value: 'no', label: t('notOffered') },
          ]}
          onChange={(event) => {
            const { value } = event.currentTarget
            onChange({ offered: value === 'yes' || value === 'no' ? value : '' })
          }}
        />
        <TextInput
          label={t('shareLabel')}
          inputMode="decimal"
          placeholder={draft.sharePercent === '' ? asNow(holds && String(holds.shareBps / 100)) : undefined}
          error={fault === 'share' ? t('fault.share') : fault === 'missing' && t('fault.missing')}
          value={draft.sharePercent}
          onChange={(event) => onChange({ sharePercent: event.currentTarget.value })}
        />
        <TextInput
          label={t('feeLabel')}
          inputMode="decimal"
          placeholder={draft.feePesos === '' ? asNow(holds && formatPesos(holds.feeCentavos)) : undefined}
          error={fault === 'fee' && t('fault.fee')}
          value={draft.feePesos}
          onChange={(event) => onChange({ feePesos: event.currentTarget.value })}
        />
      </SimpleGrid>
    </Fieldset>
  )
}

/** Providers that are not offered, chosen from all that sell something. */
function Withheld(props: { value: string[]; onChange: (withheld: string[]) => void }) {
  const t = useWords(termsTexts)
  const { data: providers } = useQuery(everyProviderQuery)
  const options = (providers ?? []).flatMap(({ id, name, kinds: sold }) =>
    sold.map((kind) => ({ value: withheldKey(kind, id), label: `${name} · ${t(`kind.${kind}`)}` })),
  )
  return (
    <MultiSelect
      label={t('withheld')}
      description={t('withheldHint')}
      data={options}
      searchable
      value={props.value}
      onChange={props.onChange}
    />
  )
}
