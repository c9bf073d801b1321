export const backofficeTexts = {} as const
