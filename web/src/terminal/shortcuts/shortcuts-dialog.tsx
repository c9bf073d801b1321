import { Modal } from '../../ui/layers/modal.tsx'
import { useWords } from '../../ui/words/words.ts'
import { commands, habits, type Place, shortcutOf } from './shortcuts.ts'
import classes from './shortcuts-dialog.module.css'
import { shortcutTexts } from './texts.ts'

const places: readonly Place[] = ['sale', 'payment', 'done', 'till']

/** The page of shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(shortcutTexts)
  return (
    <Modal opened onClose={onClose} size={860} title={t('title')}>
      <div className={classes['page']}>
        {places.map((place) => (
          <Keys
            key={place}
            title={t(`place.${place}`)}
            rows={commands
              .filter((command) => shortcutOf(command).place === place)
              .map((command) => [shortcutOf(command).key, t(`command.${command}`)])}
          />
        ))}
        <Keys title={t('habits')} rows={habits.map(({ key, habit }) => [key, t(`habit.${habit}`)])} />
      </div>
    </Modal>
  )
}

function Keys({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  const t = useWords(shortcutTexts)
  return (
    <table className={classes['keys']}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{t('key')}</th>
          <th scope="col">{t('act')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([key, act]) => (
          <tr key={key}>
            <th scope="row">
              <kbd>{key}</kbd>
            </th>
            <td>{act}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
