import { Stack, Text } from '@mantine/core'
import type { Dashboard } from '@mostrador/client'
import { PageLink } from '../../../desk/navigation/page-link.tsx'
import { navigationItem, useMe } from '../../../session/me/me.ts'
import { ClosedLetter } from '../../../ui/illustrations/scenes.tsx'
import { Panel } from '../../../ui/parts/panel.tsx'
import { EmptyState } from '../../../ui/parts/states.tsx'
import { useWords } from '../../../ui/words/words.ts'
import classes from './dashboard.module.css'
import { useMatters } from './matters.ts'
import { dashboardTexts } from './texts.ts'

const linesShown = 3

/** The pending matters, most urgent first, each linked to the page where it is handled. */
export function Waiting({ dashboard }: { dashboard: Dashboard }) {
  const t = useWords(dashboardTexts)
  const me = useMe()
  const matters = useMatters(dashboard).filter(({ count }) => count > 0)
  return (
    <Panel title={t('waiting')}>
      {matters.every(({ tone }) => tone === 'idle') && (
        <EmptyState
          picture={<ClosedLetter width={150} />}
          title={t('nothingWaits')}
          hint={t('nothingWaitsHint')}
        />
      )}
      <Stack gap="md">
        {matters.map((matter) => (
          <div key={matter.key} className={classes['matter']} data-tone={matter.tone}>
            <span className={classes['icon']} aria-hidden="true">
              <matter.icon size={20} stroke={1.8} />
            </span>
            <div>
              {navigationItem(me, matter.page)?.isAllowed === true ? (
                <PageLink {...matter.link} fw={650} c="inherit">
                  {matter.title}
                </PageLink>
              ) : (
                <Text fw={650}>{matter.title}</Text>
              )}
              {matter.lines.slice(0, linesShown).map(({ id, text }) => (
                <Text key={id} size="sm" c="dimmed" lineClamp={1}>
                  {text}
                </Text>
              ))}
              {matter.count > linesShown && (
                <Text size="sm" c="dimmed">
                  {t('andMore', { count: matter.count - linesShown })}
                </Text>
              )}
            </div>
          </div>
        ))}
      </Stack>
    </Panel>
  )
}
