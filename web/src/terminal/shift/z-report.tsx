import { Button, Stack } from '@mantine/core'
import type { Shift, ShiftReport } from '@mostrador/client'
import { useDrawerLines } from '../../cash/drawer-lines.ts'
import { drawerTexts } from '../../cash/texts.ts'
import { focused } from '../../ui/keys/focused.ts'
import { LayerFoot } from '../../ui/layers/layer-foot.tsx'
import { linesPaper } from '../../ui/paper/paper-document.ts'
import { PaperView } from '../../ui/paper/paper-view.tsx'
import { DoneAtOnce } from '../../ui/printer/done-at-once.tsx'
import { useWords } from '../../ui/words/words.ts'
import { Paper } from '../paper/paper.tsx'
import { shiftTexts } from './texts.ts'

interface Props {
  shift: Shift
  closing: ShiftReport
  onFinish: () => void
}

/** The Z report of a closed shift, which prints by itself where that takes no dialog. */
export function ZReport({ shift, closing, onFinish }: Props) {
  const t = useWords(shiftTexts)
  const tDrawer = useWords(drawerTexts)
  const lines = useDrawerLines()(shift, closing.totals, closing)
  const paper = linesPaper(tDrawer('z', { folio: closing.folio }), lines)
  return (
    <Stack>
      <DoneAtOnce id={closing.id} paper={paper} hasCash isAlwaysPrinted />
      <Paper printLabel={t('print')} paper={paper} />
      <PaperView paper={paper} />
      <LayerFoot>
        <Button ref={focused} h={52} onClick={onFinish}>
          {t('finish')}
        </Button>
      </LayerFoot>
    </Stack>
  )
}
