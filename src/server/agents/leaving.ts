import { nounNamed } from "../noun.ts";

// Sealed bids, pay, health and safety, tax and bank, what counsel and those who watch over safety note.
const never: ReadonlySet<string> = new Set([
  ...["bid", "quote", "payrollReport", "safetyCase", "taxForm", "bankAccount", "privacyRequest"],
  ...["claimNote", "securityCase", "securityAlert", "personCertificate"],
]);

/** Whether records of a kind never leave for a program or a language model, whatever the agency allows. */
export const neverLeaves = (kind: string): boolean => {
  const noun = nounNamed(kind);
  return never.has(kind) || noun?.confidential === true || noun?.wordsApart === true;
};

// Who gets in, what watches over that, and banks: no record of theirs leaves.
const neverAreas: ReadonlySet<string> = new Set([
  ...["identity", "sign-on", "directory", "rights", "programs", "security", "banking", "agents"],
  ...["operation", "platform"],
]);

/** Whether nothing of an area leaves for a program, whatever the agency allows. */
export const staysWhole = (area: string): boolean => neverAreas.has(area);
