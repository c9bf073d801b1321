import { Text, TextInput } from '@mantine/core'
import { answer, api } from '../../api/client.ts'
import { RecordDrawer } from '../../session/record-drawer.tsx'
import { groupByFour } from '../../ui/groups.ts'
import { useBackofficeWords } from '../words.ts'
import { fitsClabe } from './clabe.ts'

const digitsOf = (typed: string) => typed.replaceAll(/\s/g, '')

/** Gives a bank account to be paid to. */
export function AccountForm({ storeId, onClose }: { storeId: string; onClose: () => void }) {
  const t = useBackofficeWords()
  return (
    <RecordDrawer
      title={t('settlement.addAccount')}
      refreshes={['settlements']}
      onClose={onClose}
      initialValues={{ clabe: '', holder: '' }}
      required={[]}
      validate={({ clabe, holder }): Record<string, string> => ({
        ...(!fitsClabe(digitsOf(clabe)) && {
          clabe: t(/^\d{18}$/.test(digitsOf(clabe)) ? 'settlement.clabeDigitFault' : 'settlement.clabeFault'),
        }),
        ...(holder.trim().length < 3 && { holder: t('settlement.holderFault') }),
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
            label={t('settlement.clabe')}
            description={t('settlement.clabeHint')}
            required
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('clabe')}
            onBlur={() => form.setFieldValue('clabe', groupByFour(digitsOf(form.values.clabe)))}
          />
          <TextInput
            label={t('settlement.holder')}
            description={t('settlement.holderHint')}
            required
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('holder')}
          />
          <Text c="dimmed" size="sm">
            {t('settlement.accountHint')}
          </Text>
        </>
      )}
    </RecordDrawer>
  )
}
