/** A benefit with its share of the wage in hundredths of a percent, of regular and of overtime hours. */
export type BenefitLine = { label: string; regular: number; overtime: number };

/** Benefits as FEMA's worksheet lists them; overtime bears only what is paid by the hour. */
export const benefitNames = [
  "Holiday",
  "Vacation",
  "Sick leave",
  "Social security",
  "Medicare",
  "Unemployment",
  "Workers' compensation",
  "Retirement",
  "Health",
] as const;
