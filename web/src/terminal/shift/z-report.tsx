import { Button, Stack } from '@mantine/core'
import type { Shift, ShiftReport } from '@mostrador/client'
import { useDrawerLines } from '../../cash/drawer-lines.ts'
import { drawerTexts } from '../../cash/texts.ts'
import { focused } from '../../ui/keys/focused.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { Receipt } from '../../ui/paper/receipt.tsx'
import { useWords } from '../../ui/words/words.ts'
import { Paper } from '../paper/paper.tsx'
import { shiftTexts } from './texts.ts'

interface Props {
  shift: Shift
  closing: ShiftReport
  onFinish: () => void
}

/** The Z report of a closed shift, to print. */
export function ZReport({ shift, closing, onFinish }: Props) {
  const t = useWords(shiftTexts)
  const tDrawer = useWords(drawerTexts)
  const lines = useDrawerLines()(shift, closing.totals, closing)
  const heading = tDrawer('z', { folio: closing.folio })
  return (
    <Stack>
      <Paper printLabel={t('print')}>
        <Receipt heading={heading} lines={lines} />
      </Paper>
      <Receipt heading={heading} lines={lines} />
      <LayerFoot>
        <Button ref={focused} h={52} onClick={onFinish}>
          {t('finish')}
        </Button>
      </LayerFoot>
    </Stack>
  )
}
