import { catalog } from '../../ui/words/words.ts'

export const confirmationTexts = catalog('confirmation', {
  confirmTitle: 'Confirma que eres tú',
  confirmHint: 'Lo que vas a hacer es delicado. Durante diez minutos no volveremos a preguntar.',
  confirmDo: 'Confirmar',
})
