/** A page of the user guide; its text is `docs/guide/<slug>.md`. */
export type Guide = {
  slug: string;
  title: string;
  description: string;
  for:
    | "Everyone"
    | "Asking and approving"
    | "Assets"
    | "Buying"
    | "Emergencies"
    | "Grants"
    | "Vendors"
    | "Paying"
    | "Budget"
    | "Administrators and auditors";
};
