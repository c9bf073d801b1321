import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFileSpreadsheet } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FileInput } from '../../../ui/fields/file-choice.tsx'
import { ConfirmDialog } from '../../../ui/layers/confirm-dialog.tsx'
import { Modal } from '../../../ui/layers/modal.tsx'
import { Caution } from '../../../ui/parts/caution.tsx'
import { RowSkeletons } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import { otherCarriers } from './carriers.ts'
import { chipProductsQuery } from './queries.ts'
import { Refusal } from './refusal.tsx'
import { RunProgress } from './run-progress.tsx'
import { chipTexts } from './texts.ts'
import { type Outcome, useImport } from './use-import.ts'

interface Props {
  storeId: string
  onClose: () => void
}

/** Imports a supplier's file: checked first, every fault listed, and imported only without faults. */
export function ImportDialog({ storeId, onClose }: Props) {
  const t = useWords(chipTexts)
  const products = useQuery(chipProductsQuery(storeId))
  const work = useImport()
  return (
    <Modal opened onClose={onClose} isSending={work.isSending} size="lg" title={t('importTitle')}>
      {products.data === undefined && <RowSkeletons rows={3} />}
      {products.data?.length === 0 && <Text>{t('noChipProducts')}</Text>}
      {products.data !== undefined && products.data.length > 0 && (
        <Form storeId={storeId} products={products.data} work={work} onClose={onClose} />
      )}
    </Modal>
  )
}

interface FormProps extends Props {
  products: readonly { id: string; name: string }[]
  work: ReturnType<typeof useImport>
}

function Form({ storeId, products, work, onClose }: FormProps) {
  const t = useWords(chipTexts)
  const [productId, setProductId] = useState(products.length === 1 ? (products[0]?.id ?? '') : '')
  const [file, setFile] = useState<File | null>(null)
  const { outcome } = work
  const isReady = productId !== '' && file !== null
  const send = (dryRun: boolean) => {
    if (file !== null && productId !== '') work.send({ storeId, productId, file, dryRun })
  }
  if (outcome !== null && !outcome.isDryRun) return <Stocked outcome={outcome} onClose={onClose} />
  return (
    <Stack>
      <Text c="dimmed">{t('importHint')}</Text>
      <NativeSelect
        label={t('importProduct')}
        value={productId}
        disabled={work.isBusy}
        data={[
          ...(products.length === 1 ? [] : [{ value: '', label: t('noProduct') }]),
          ...products.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => {
          setProductId(event.currentTarget.value)
          work.reset()
        }}
      />
      <FileInput
        label={t('chooseFile')}
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        leftSection={<IconFileSpreadsheet size={19} />}
        value={file}
        disabled={work.isBusy}
        onChange={(chosen) => {
          setFile(chosen)
          work.reset()
        }}
      />
      {work.run !== undefined && <RunProgress run={work.run} />}
      {!work.isBusy && (work.error !== null || work.refusal !== null) && (
        <Refusal document={work.refusal} error={work.error} />
      )}
      {outcome !== null && <Checked outcome={outcome} />}
      {outcome === null ? (
        <Group justify="flex-end">
          <Button disabled={!isReady} loading={work.isBusy} onClick={() => send(true)}>
            {t(work.refusal === null ? 'check' : 'checkAgain')}
          </Button>
        </Group>
      ) : (
        <ImportChecked
          outcome={outcome}
          productName={products.find(({ id }) => id === productId)?.name ?? ''}
          isBusy={work.isBusy}
          onImport={() => send(false)}
        />
      )}
    </Stack>
  )
}

interface ImportCheckedProps {
  outcome: Outcome
  productName: string
  isBusy: boolean
  onImport: () => void
}

/** Asks once more before chips become a product's for good. */
function ImportChecked({ outcome, productName, isBusy, onImport }: ImportCheckedProps) {
  const t = useWords(chipTexts)
  const [isConfirming, setIsConfirming] = useState(false)
  const { rowCount: count, carriers } = outcome
  const others = otherCarriers(carriers, productName)
  const caution =
    others.length === 0 ? null : t('otherCarrier', { carriers: others.join(', '), product: productName })
  return (
    <>
      {caution !== null && <Caution>{caution}</Caution>}
      <Group justify="flex-end">
        <Button loading={isBusy} onClick={() => setIsConfirming(true)}>
          {t('importDo', { count })}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('importSure', { count, product: productName })}
        hint={[caution, t('importSureHint')].filter((each) => each !== null).join(' ')}
        action={t('importDo', { count })}
        isBusy={false}
        onConfirm={() => {
          setIsConfirming(false)
          onImport()
        }}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}

function Checked({ outcome }: { outcome: Outcome }) {
  const t = useWords(chipTexts)
  const { rowCount, sheetName, hiddenSheets } = outcome
  return (
    <Alert
      color="agave"
      role="status"
      icon={<IconCircleCheck size={22} />}
      title={t('checked', { count: rowCount })}
    >
      {t('checkedHint', { sheet: sheetName })}
      {hiddenSheets.length > 0 && ` ${t('hidden', { sheets: hiddenSheets.join(', ') })}`}
    </Alert>
  )
}

function Stocked({ outcome, onClose }: { outcome: Outcome; onClose: () => void }) {
  const t = useWords(chipTexts)
  return (
    <Stack>
      <Alert
        color="agave"
        role="status"
        icon={<IconCircleCheck size={22} />}
        title={t('done', { count: outcome.rowCount })}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('finish')}</Button>
      </Group>
    </Stack>
  )
}
