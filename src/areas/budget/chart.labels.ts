/** What an account is: what comes in, what goes out, and what moves between funds. */
export const accountClasses = {
  expenditure: "Expenditure",
  revenue: "Revenue",
  transfer_in: "Transfer in",
  transfer_out: "Transfer out",
} as const;
export type AccountClass = keyof typeof accountClasses;

export const categories = {
  personnel: "Personnel",
  operating: "Operating",
  capital: "Capital",
  debt: "Debt",
} as const;
export type Category = keyof typeof categories;
