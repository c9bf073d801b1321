import { catalog } from '../../ui/words/words.ts'

export const restoredTexts = catalog('restored', {
  restored:
    'La base de datos se restauró: la administración está cerrada, y no se venden servicios ni se piden retiros, hasta que se concilie. Una persona administradora de todos los comercios, en la página «Restauración», o quien opera el servidor con «mostrador authority reconcile», revisa qué se perdió y decide qué vuelve a valer.',
})
