/** The demo's goods: category, picture, colour, and products with their price in centavos. */
export interface DemoCategory {
  readonly name: string
  readonly picture: string
  readonly color: string
  readonly products: readonly {
    readonly name: string
    readonly sku: string
    readonly priceCentavos: number
    readonly picture?: string
  }[]
}

export const groceries: readonly DemoCategory[] = [
  {
    name: 'Bebidas',
    picture: 'bottle',
    color: '#1c7ed6',
    products: [
      { name: 'Refresco de cola 600 ml', sku: 'BEB-001', priceCentavos: 1_900 },
      { name: 'Agua natural 1 L', sku: 'BEB-002', priceCentavos: 1_400, picture: 'droplet' },
      { name: 'Jugo de naranja 500 ml', sku: 'BEB-003', priceCentavos: 2_250, picture: 'glass' },
      { name: 'Café soluble 50 g', sku: 'BEB-004', priceCentavos: 4_890, picture: 'coffee' },
    ],
  },
  {
    name: 'Panadería',
    picture: 'bread',
    color: '#e8590c',
    products: [
      { name: 'Pan blanco de caja', sku: 'PAN-001', priceCentavos: 4_850 },
      { name: 'Concha de vainilla', sku: 'PAN-002', priceCentavos: 1_200, picture: 'cookie' },
      { name: 'Tortillas de maíz 1 kg', sku: 'PAN-003', priceCentavos: 2_400 },
    ],
  },
  {
    name: 'Lácteos y huevo',
    picture: 'milk',
    color: '#0ca678',
    products: [
      { name: 'Leche entera 1 L', sku: 'LAC-001', priceCentavos: 2_890 },
      { name: 'Queso Oaxaca 400 g', sku: 'LAC-002', priceCentavos: 8_900, picture: 'cheese' },
      { name: 'Huevo blanco, 12 piezas', sku: 'LAC-003', priceCentavos: 4_200, picture: 'egg' },
    ],
  },
  {
    name: 'Abarrotes',
    picture: 'basket',
    color: '#f08c00',
    products: [
      { name: 'Arroz 1 kg', sku: 'ABA-001', priceCentavos: 3_150 },
      { name: 'Frijol negro 1 kg', sku: 'ABA-002', priceCentavos: 4_290 },
      { name: 'Aceite vegetal 850 ml', sku: 'ABA-003', priceCentavos: 4_550 },
      { name: 'Atún en agua 140 g', sku: 'ABA-004', priceCentavos: 2_190, picture: 'fish' },
      { name: 'Azúcar 1 kg', sku: 'ABA-005', priceCentavos: 3_300 },
    ],
  },
  {
    name: 'Botanas y dulces',
    picture: 'candy',
    color: '#d6336c',
    products: [
      { name: 'Papas fritas 45 g', sku: 'BOT-001', priceCentavos: 1_800 },
      { name: 'Cacahuates japoneses 60 g', sku: 'BOT-002', priceCentavos: 1_350 },
      { name: 'Chocolate de mesa 90 g', sku: 'BOT-003', priceCentavos: 2_150 },
    ],
  },
  {
    name: 'Limpieza',
    picture: 'spray',
    color: '#7048e8',
    products: [
      { name: 'Jabón de lavandería 400 g', sku: 'LIM-001', priceCentavos: 2_250 },
      { name: 'Cloro 1 L', sku: 'LIM-002', priceCentavos: 1_750, picture: 'bottle' },
      { name: 'Papel higiénico, 4 rollos', sku: 'LIM-003', priceCentavos: 3_690 },
    ],
  },
]

export const stationery: readonly DemoCategory[] = [
  {
    name: 'Escolar',
    picture: 'pencil',
    color: '#1c7ed6',
    products: [
      { name: 'Cuaderno profesional, raya', sku: 'ESC-001', priceCentavos: 3_900, picture: 'notebook' },
      { name: 'Lápiz del número 2', sku: 'ESC-002', priceCentavos: 600 },
      { name: 'Juego de geometría', sku: 'ESC-003', priceCentavos: 4_500, picture: 'ruler' },
    ],
  },
  {
    name: 'Oficina',
    picture: 'clip',
    color: '#0ca678',
    products: [
      { name: 'Hojas blancas, 100', sku: 'OFI-001', priceCentavos: 3_200 },
      { name: 'Carpeta tamaño carta', sku: 'OFI-002', priceCentavos: 1_150 },
    ],
  },
]
