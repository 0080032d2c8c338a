import { recheckLedger } from "../../audit/recheck.ts";
import type { Invariant } from "../checking.ts";

export const auditRule: Invariant = {
  name: "audit.entries",
  label: "Audit entries verified",
  area: "server",
  what: "Every entry of the audit ledger bears its seal, stands at its place, and leads to every checkpoint that was signed.",
  todo: "Do not mend it. Keep the database as it is, compare with an evidence bundle or a checkpoint that somebody outside holds, and tell your auditor.",
  check: async ({ db, beat }) =>
    (await recheckLedger(db, beat)).map(({ index, what }) => ({
      sentence: index === null ? what : `Entry ${index}: ${what}`,
      link: "/blockchain",
    })),
};
