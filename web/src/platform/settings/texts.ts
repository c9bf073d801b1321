import { catalog } from '../../ui/words/words.ts'

export const platformSettingTexts = catalog('platformSetting', {
  title: 'Ajustes',
  hint: 'De toda la plataforma. Cada cambio cuenta desde el siguiente clic y queda en la auditoría.',
})
