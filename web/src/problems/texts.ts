import { catalog } from '../ui/words/words.ts'

export const problemTexts = catalog('problem', {
  noAnswer: 'Sin conexión con el servidor',
  noAnswerHint: 'Revisa la red; lo intentaremos de nuevo cuando quieras.',
  mayBeDone: 'No llegó la respuesta del servidor. Puede haberse hecho: revisa la lista antes de repetirlo.',
  changedFile: 'El archivo cambió. Elígelo otra vez.',
  unexpected: 'Algo salió mal de nuestro lado',
  unexpectedHint: 'Ya quedó anotado. Inténtalo de nuevo en un momento.',
  refused: 'No se pudo hacer.',
  refusedHint: 'Revisa los datos y vuelve a intentarlo. Motivo: {{code}}.',
  invalid_request: 'Revisa los datos marcados.',
  field: 'Revisa este dato: así no se puede guardar.',
  unauthenticated: 'Tu sesión terminó',
  invalid_credentials: 'El correo, la contraseña o el código no coinciden.',
  too_many_attempts: 'Demasiados intentos. Espera {{seconds}} segundos.',
})
