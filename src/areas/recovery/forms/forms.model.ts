import { z } from "zod";

/** A form as a project's records fill it. Numbers are data: FEMA renumbered them more than once. */
export const filledForm = z.object({
  key: z.string(),
  title: z.string(),
  number: z.string(),
  verified: z.boolean(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  total: z.number().nullable(),
  /** What is missing, with who has it. */
  missing: z.array(z.string()),
});
export type FilledForm = z.output<typeof filledForm>;

/** The forms, with their former numbers and those of the new series as far as they were verified. */
export const formKinds = {
  rpa: { title: "Request for Public Assistance", number: "90-49", verified: false },
  worksheet: { title: "Project worksheet", number: "90-91", verified: false },
  labor: { title: "Force account labor summary", number: "009-0-123", verified: false },
  equipment: {
    title: "Force account equipment summary",
    number: "FF-104-FY-21-141",
    verified: true,
  },
  contract: { title: "Contract work summary", number: "009-0-126", verified: false },
  materials: { title: "Materials summary", number: "009-0-124", verified: false },
  rented: { title: "Rented equipment summary", number: "009-0-125", verified: false },
  benefits: { title: "Benefits worksheet", number: "009-0-128", verified: false },
  mutualAid: { title: "Mutual aid summary", number: "without a number", verified: false },
  donated: { title: "Donated resources", number: "without a number", verified: false },
  mitigation: {
    title: "Hazard mitigation sub-application",
    number: "without a number",
    verified: false,
  },
} as const;
export type FormKind = keyof typeof formKinds;
