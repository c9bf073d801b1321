import { catalog } from '../../ui/words/words.ts'

/** Words of settings, of the platform and of a merchant. */
export const settingTexts = catalog('setting', {
  save: 'Guardar',
  saved: 'Guardado',
  between: 'Un número entero de {{minimum}} a {{maximum}}.',
  allowed: 'La plataforma permite hasta {{value}}',
  back: 'Volver a lo que permite la plataforma',
  limitsHint:
    'Hasta dónde llega cada quien en el negocio. Puedes ser más estricto que la plataforma, nunca menos; pídele a ella lo demás.',
  unit_sales: 'ventas',
  unit_reprints: 'reimpresiones',
  unit_bps: 'centésimas de %',
  unit_megabytes: 'MB',
  unit_port: 'puerto',
  unit_keys: 'llaves',
  unit_days: 'días',
  usual: 'Lo normal: {{value}}',
  on: 'Encendido',
  off: 'Apagado',
  unset: 'Sin definir',
  clabeFault: 'La CLABE tiene 18 dígitos.',
  clabeDigitFault: 'Esa CLABE no existe: revisa sus dígitos.',
  changed: 'Cambiado {{when}}',
  name: {
    platform_second_factor_required: 'Exigir verificación en dos pasos',
    merchant_unverifiedCanOperate: 'Dejar vender sin verificar',
    vas_adeudo_lookup: 'Consulta de adeudos',
    vas_chips: 'Chips ligados a la venta',
    giftcards_admin_list_web: 'Lista de tarjetas de regalo',
    vas_cashier_day_max_sales: 'Servicios por persona al día',
    vas_cashier_day_max_centavos: 'Importe por persona al día',
    vas_store_day_max_sales: 'Servicios por tienda al día',
    vas_store_day_max_centavos: 'Importe por tienda al día',
    vas_reference_day_max_sales: 'Servicios por número al día',
    vas_reference_day_max_centavos: 'Importe por número al día',
    vas_store_day_max_pin_reprints: 'Reimpresiones de PIN al día',
    offline_sales_largest_sale_centavos: 'Venta sin internet más grande',
    offline_sales_price_tolerance_bps: 'Diferencia de precio sin internet',
    shifts_cashiers_open_drawer: 'Cajón sin venta para cajeros',
    files_max_megabytes: 'Espacio para imágenes',
    api_keys_max_keys: 'Llaves de API',
    api_keys_max_days: 'Vigencia de las llaves de API',
    deposits_clabe: 'CLABE para depósitos',
    deposits_beneficiary: 'Titular de esa cuenta',
    webhooks_other_port: 'Otro puerto para webhooks',
  },
  meaning: {
    platform_second_factor_required:
      'Los roles de plataforma solo funcionan en sesiones que mostraron el segundo paso.',
    merchant_unverifiedCanOperate:
      'Los comercios pueden vender antes de verificarse. Los pagos nunca dependen de esto.',
    vas_adeudo_lookup: 'Permite consultar el adeudo de un recibo antes de pagarlo.',
    vas_chips: 'Al cobrar un chip, se liga a la venta la unidad más antigua.',
    giftcards_admin_list_web: 'Muestra la lista de tarjetas de regalo en administración.',
    vas_cashier_day_max_sales: 'Cuántos servicios puede vender una persona en una tienda en un día.',
    vas_cashier_day_max_centavos:
      'A cuánto pueden llegar los servicios que vende una persona en una tienda en un día, con sus cargos.',
    vas_store_day_max_sales: 'Cuántos servicios puede vender una tienda en un día.',
    vas_store_day_max_centavos:
      'A cuánto pueden llegar los servicios que vende una tienda en un día, con sus cargos.',
    vas_reference_day_max_sales:
      'Cuántas veces se le puede vender en un día al mismo número o referencia en una tienda.',
    vas_reference_day_max_centavos:
      'A cuánto puede llegar lo que se vende en un día al mismo número o referencia en una tienda.',
    vas_store_day_max_pin_reprints: 'Cuántas veces puede una tienda reimprimir PIN en un día.',
    offline_sales_largest_sale_centavos:
      'Una venta hecha sin internet por más que esto espera a un supervisor.',
    offline_sales_price_tolerance_bps:
      'Una venta hecha sin internet con precios más lejos que esto de los del catálogo espera a un supervisor. 100 es 1 %.',
    shifts_cashiers_open_drawer:
      'Los cajeros pueden abrir el cajón sin una venta, con un motivo. Queda en la bitácora y en el corte.',
    files_max_megabytes: 'Cuánto pueden ocupar las imágenes de un comercio, entre todas sus tiendas.',
    api_keys_max_keys: 'Cuántas llaves de API vigentes puede tener un comercio.',
    api_keys_max_days: 'A cuántos días, cuando más, puede vencer una llave de API desde que se crea.',
    deposits_clabe:
      'A dónde transfieren los comercios para su saldo. La ven en “Saldo”, con un botón para copiarla.',
    deposits_beneficiary: 'El nombre que su banco le muestra a quien transfiere.',
    webhooks_other_port: 'Los webhooks salen al puerto 443, y también a este.',
  },
})
