/**
 * How an item of a closeout is proven. `by`: the record alone, the record or else a person, a person
 * alone; `file`: a person proves it with a document.
 */
export const proofs = {
  orders: { label: "Orders closed", by: "record", file: false },
  receipt: { label: "Final receipt", by: "either", file: false },
  waivers: { label: "Lien waivers", by: "either", file: true },
  punch: { label: "Punch list", by: "either", file: false },
  papers: { label: "Drawings, manuals, warranties", by: "either", file: true },
  payrolls: { label: "Certified payrolls", by: "either", file: false },
  withholding: { label: "Withholding tax certificate", by: "either", file: true },
  surety: { label: "Consent of surety", by: "either", file: true },
  retainage: { label: "Retainage released", by: "record", file: false },
  evaluation: { label: "Evaluation of the vendor", by: "person", file: false },
  retention: { label: "Retention of records", by: "person", file: false },
  other: { label: "Something else", by: "person", file: false },
} as const satisfies Record<
  string,
  { label: string; by: "record" | "either" | "person"; file: boolean }
>;
export type Proof = keyof typeof proofs;

/** Statuses in which a closeout is shown on the contract's page. */
export const closing: readonly string[] = ["closeout", "closed"];
