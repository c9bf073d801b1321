import { Group, SegmentedControl, Text } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { LogoMark } from '../../../ui/look/logo.tsx'
import { fontFamilies, type Look, variablesOf } from '../../../ui/look/look.ts'
import { useWords } from '../../../ui/words/words.ts'
import { themeTexts } from './texts.ts'
import classes from './theme-preview.module.css'

type Scheme = 'light' | 'dark'

/** A preview of the till in the chosen colors, light or dark. */
export function ThemePreview({ look }: { look: Look }) {
  const t = useWords(themeTexts)
  const [scheme, setScheme] = useState<Scheme>(look.darkMode === 'DARK' ? 'dark' : 'light')
  const [mode, setMode] = useState(look.darkMode)
  // Preview a color scheme as soon as it is chosen.
  if (mode !== look.darkMode) {
    setMode(look.darkMode)
    if (look.darkMode !== 'AUTO') setScheme(look.darkMode === 'DARK' ? 'dark' : 'light')
  }
  const { primary, onPrimary } = look.colors
  const style = {
    ...variablesOf(look.colors)[scheme],
    '--primary': primary,
    '--on-primary': onPrimary,
    fontFamily: fontFamilies[look.typography],
  } as CSSProperties
  return (
    <section aria-label={t('preview')} className={classes['preview']}>
      <Group justify="space-between" mb="sm">
        <Text fw={600}>{t('preview')}</Text>
        <SegmentedControl
          aria-label={t('previewScheme')}
          value={scheme}
          onChange={(value) => setScheme(value as Scheme)}
          data={[
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
        />
      </Group>
      <div className={classes['screen']} data-scheme={scheme} style={style}>
        <div className={classes['header']}>
          {look.logoUrl === null ? (
            <LogoMark size={32} />
          ) : (
            <img src={look.logoUrl} alt={t('logoAlt')} className={classes['logo']} />
          )}
          <span className={classes['tab']}>{t('sample.tab')}</span>
        </div>
        <div className={classes['card']}>
          <div className={classes['row']}>
            <div>
              <div className={classes['name']}>{t('sample.product')}</div>
              <div className={classes['soft']}>{t('sample.detail')}</div>
            </div>
            <div className={classes['name']}>{t('sample.price')}</div>
          </div>
          <div className={classes['link']}>{t('sample.link')}</div>
          <div className={classes['primary']}>{t('sample.pay')}</div>
          <div className={classes['other']}>{t('sample.park')}</div>
        </div>
        <div className={classes['soft']}>{t('sample.note')}</div>
      </div>
    </section>
  )
}
