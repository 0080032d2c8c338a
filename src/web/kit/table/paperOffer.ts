/** A PDF template in force, and the address of the list that offers it. */
export type PaperOffer = { path: string; templateId: string; name: string };
