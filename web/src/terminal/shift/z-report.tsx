import { Button, Stack } from '@mantine/core'
import type { Shift, ShiftClosing } from '../../api/types.ts'
import { useDrawerLines } from '../../cash/drawer-lines.ts'
import { useDrawerWords } from '../../cash/words.ts'
import { Receipt } from '../../ui/receipt.tsx'
import { Paper } from '../payment/paper.tsx'
import { useShopWords } from '../words/shop-words.ts'

interface Props {
  shift: Shift
  closing: ShiftClosing
  onFinish: () => void
}

/** What a shift came to, to be kept on paper. */
export function ZReport({ shift, closing, onFinish }: Props) {
  const t = useShopWords()
  const tDrawer = useDrawerWords()
  const lines = useDrawerLines()(shift, closing.totals, closing)
  const heading = tDrawer('z', { folio: closing.folio })
  return (
    <Stack>
      <Paper printLabel={t('shift.print')}>
        <Receipt heading={heading} lines={lines} />
      </Paper>
      <Receipt heading={heading} lines={lines} />
      <Button h={52} onClick={onFinish}>
        {t('shift.finish')}
      </Button>
    </Stack>
  )
}
