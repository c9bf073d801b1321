import { catalog } from '../../../ui/words/words.ts'

export const enablingTexts = catalog('enabling', {
  where: '¿Qué equipo será {{name}}?',
  way: {
    code: 'Otro equipo, con un código',
    here: 'Este equipo',
    key: 'Un programa, con una clave',
  },
  wayHint: {
    code: 'Verás un código para escribirlo, o escanearlo, en la caja.',
    here: 'Este navegador pide desde ahora código de empleado y PIN.',
    key: 'Para sistemas propios que venden por la API.',
  },
  replaces: 'El equipo anterior deja de ser esta terminal y sus sesiones terminan.',
  makeCode: 'Crear código',
  enable: 'Habilitar equipo',
  codeTitle: 'Activa {{name}} con este código',
  codeHint: 'En el equipo de la caja abre {{address}} y escríbelo, o escanea la imagen con su cámara.',
  code: 'Código de activación',
  link: 'Enlace con el código',
  picture: 'Imagen para escanear con la cámara de la caja',
  left: 'Sirve una vez. Vence en {{time}}.',
  over: 'El código venció.',
  another: 'Crear otro código',
  waiting: 'Esperando al equipo…',
  arrived: 'Listo: {{name}} ya tiene su equipo',
  arrivedHint: 'En su pantalla ya se puede entrar con código de empleado y PIN.',
  hereDone: 'Este equipo ya es {{name}}',
  hereDoneHint: 'Al cerrar tu sesión verás la entrada de la caja, con código de empleado y PIN.',
  toEntrance: 'Cerrar mi sesión e ir a la entrada',
  stay: 'Seguir aquí',
  done: 'Listo',
})
