import { SegmentedControl } from '@mantine/core'
import { uiTexts } from '../words/texts.ts'
import { useWords } from '../words/words.ts'

/** The width of a receipt printer's paper. */
export type PaperWidthMm = 58 | 80

const widthKey = 'mostrador.paperWidthMm'

/** The width that was chosen last on this device. */
export function rememberedPaperWidth(): PaperWidthMm {
  return localStorage.getItem(widthKey) === '58' ? 58 : 80
}

interface Props {
  widthMm: PaperWidthMm
  onChange: (widthMm: PaperWidthMm) => void
}

/** Chooses the paper's width, and remembers it on this device. */
export function PaperWidth({ widthMm, onChange }: Props) {
  const t = useWords(uiTexts)
  return (
    <SegmentedControl
      aria-label={t('paperWidth')}
      value={String(widthMm)}
      onChange={(value) => {
        localStorage.setItem(widthKey, value)
        onChange(value === '58' ? 58 : 80)
      }}
      data={[
        { value: '58', label: '58 mm' },
        { value: '80', label: '80 mm' },
      ]}
    />
  )
}
