import { Text, TextInput } from '@mantine/core'
import { answer, api } from '../../../api/client.ts'
import { RecordDrawer } from '../../../desk/records/record-drawer.tsx'
import { fitsClabe } from '../../../ui/format/clabe.ts'
import { groupByFour } from '../../../ui/format/groups.ts'
import { useWords } from '../../../ui/words/words.ts'
import { settlementTexts } from './texts.ts'

const digitsOf = (typed: string) => typed.replaceAll(/\s/g, '')

/** Adds a bank account for payouts. */
export function AccountForm({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useWords(settlementTexts)
  return (
    <RecordDrawer
      title={t('addAccount')}
      refreshes={[['settlements']]}
      onClose={onClose}
      initialValues={{ clabe: '', holder: '' }}
      required={[]}
      validate={({ clabe, holder }): Record<string, string> => ({
        ...(!fitsClabe(digitsOf(clabe)) && {
          clabe: t(/^\d{18}$/.test(digitsOf(clabe)) ? 'clabeDigitFault' : 'clabeFault'),
        }),
        ...(holder.trim().length < 3 && { holder: t('holderFault') }),
      })}
      save={({ clabe, holder }) =>
        answer(
          api.POST('/pos/settlements/bank-account', {
            body: { storeId, clabe: digitsOf(clabe), holder: holder.trim() },
          }),
        )
      }
    >
      {(form) => (
        <>
          <TextInput
            label={t('clabe')}
            description={t('clabeHint')}
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('clabe')}
            onBlur={() => form.setFieldValue('clabe', groupByFour(digitsOf(form.values.clabe)))}
          />
          <TextInput
            label={t('holder')}
            description={t('holderHint')}
            required
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('holder')}
          />
          <Text c="dimmed" size="sm">
            {t('accountHint')}
          </Text>
        </>
      )}
    </RecordDrawer>
  )
}
