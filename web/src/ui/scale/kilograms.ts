/** Grams as kilograms with three decimals, as scales show them. */
export const formatKilograms = (grams: number) => (grams / 1_000).toFixed(3).replace('-', '−')
