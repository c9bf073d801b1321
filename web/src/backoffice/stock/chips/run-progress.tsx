import { Stack, Text } from '@mantine/core'
import type { ChipImportRun } from '@mostrador/client'
import { formatQuantity } from '../../../ui/format/quantity.ts'
import { useWords } from '../../../ui/words/words.ts'
import classes from './chips.module.css'
import { chipTexts } from './texts.ts'

/** Progress of a large file: first every row is checked, then all are written. */
export function RunProgress({ run }: { run: ChipImportRun }) {
  const t = useWords(chipTexts)
  const { rowsTotal, rowsChecked, rowsImported, isDryRun } = run
  const isWriting = rowsTotal !== null && !isDryRun
  const done = isWriting ? rowsImported : rowsChecked
  const label = t(isWriting ? 'running.importing' : 'running.checking')
  const counts =
    rowsTotal === null
      ? t('progressOpen', { done: formatQuantity(done) })
      : t('progress', { done: formatQuantity(done), total: formatQuantity(rowsTotal) })
  return (
    <Stack gap={6} role="status">
      <Text fw={600}>{label}</Text>
      <div
        className={classes['track']}
        role="progressbar"
        aria-label={label}
        aria-valuetext={counts}
        data-open={rowsTotal === null || undefined}
        {...(rowsTotal !== null && { 'aria-valuenow': done, 'aria-valuemin': 0, 'aria-valuemax': rowsTotal })}
      >
        <span style={rowsTotal === null ? {} : { width: `${(done / Math.max(1, rowsTotal)) * 100}%` }} />
      </div>
      <Text size="sm" className="figures">
        {counts}
      </Text>
      <Text size="sm" c="dimmed">
        {t('runningHint')}
      </Text>
    </Stack>
  )
}
